import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const kept = join(root, 'services/worker-gateway/src/adapters/grpc/worker.binpb');
const contract = join(root, 'proto/atomicdb/worker/v1/worker.proto');

describe('the descriptor that reflection serves', () => {
  it('is what the contract gives', () => {
    const folder = mkdtempSync(join(tmpdir(), 'atomicdb-descriptor-'));
    const made = join(folder, 'worker.binpb');
    const options = ['--as-file-descriptor-set', '--exclude-source-info', '-o', made];
    try {
      execFileSync(join(root, 'node_modules/.bin/buf'), [
        'build',
        join(root, 'proto'),
        '--path',
        contract,
        ...options,
      ]);
      expect(readFileSync(made).equals(readFileSync(kept))).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
