import { nodeProperties } from './node-properties';

const nodes = [1, 2, 3].map((at) => ({ broker: 9000 + at, controller: 9100 + at }));

describe('nodeProperties', () => {
  it('gives a lone node one copy of everything', () => {
    const text = nodeProperties(nodes.slice(0, 1), 0, '/logs');
    expect(text).toContain('listeners=PLAINTEXT://127.0.0.1:9001,CONTROLLER://127.0.0.1:9101\n');
    expect(text).toContain('controller.quorum.voters=1@127.0.0.1:9101\n');
    expect(text).toContain('default.replication.factor=1\n');
    expect(text).toContain('min.insync.replicas=1\n');
  });

  it('lets one node of three die without loss of acknowledged records', () => {
    const text = nodeProperties(nodes, 2, '/logs');
    expect(text).toContain('node.id=3\n');
    expect(text).toContain('controller.quorum.voters=1@127.0.0.1:9101,2@127.0.0.1:9102,3@127.0.0.1:9103\n');
    expect(text).toContain('default.replication.factor=3\n');
    expect(text).toContain('min.insync.replicas=2\n');
    expect(text).toContain('offsets.topic.replication.factor=3\n');
  });

  it('never lets a topic appear by itself or a record expire', () => {
    const text = nodeProperties(nodes, 0, '/logs');
    expect(text).toContain('auto.create.topics.enable=false\n');
    expect(text).toContain('log.retention.ms=-1\n');
  });

  it('knows its nodes', () => {
    expect(() => nodeProperties(nodes, 3, '/logs')).toThrow('A cluster of 3 nodes has no node 3.');
  });
});
