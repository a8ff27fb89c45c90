import { join } from 'node:path';
import * as laws from './architecture';
import { importsOf, readTree, type Package, type SourceTree } from './source-tree';

const tree = readTree(join(__dirname, '..'));

const pack = (folder: string, rest: Partial<Package> = {}): Package => ({
  name: `@atomicdb/${folder.split('/')[1] ?? ''}`,
  folder,
  license: 'GPL-3.0-or-later',
  exports: ['.'],
  dependencies: [],
  peers: new Map(),
  tags: ['kind:part'],
  parts: [],
  ...rest,
});

const packages = [
  pack('libs/chess'),
  pack('libs/bus'),
  pack('services/backing'),
  pack('services/standalone'),
];

const importing = (file: string, text: string): SourceTree => ({
  packages,
  sources: [{ file, text }],
  imports: importsOf(file, text),
  generated: [],
});

const holding = (...packages: Package[]): SourceTree => ({
  packages,
  sources: [],
  imports: [],
  generated: [],
});

interface Row {
  law: laws.Law;
  name: string;
  planted: SourceTree;
  found: string;
}

const domain = 'services/backing/src/domain';
const use = 'services/backing/src/application/use.ts';
const planted: Row[] = [
  {
    name: 'relative imports stay inside their package',
    law: laws.relativeImportsStayInside,
    planted: importing('libs/bus/src/a.ts', "import '../../chess/src/atomic';"),
    found: 'libs/bus/src/a.ts imports ../../chess/src/atomic: a path leads out of its package',
  },
  {
    name: 'packages are imported by name only',
    law: laws.noDeepImports,
    planted: importing(use, "await import('@atomicdb/chess/src/atomic');"),
    found: `${use} imports @atomicdb/chess/src/atomic: only the package by its name`,
  },
  {
    name: 'a service never imports a service, except the one that composes them',
    law: laws.servicesStayApart,
    planted: importing('libs/bus/src/a.ts', "import type { Row } from '@atomicdb/backing';"),
    found: 'libs/bus/src/a.ts imports @atomicdb/backing: only standalone composes services',
  },
  {
    name: 'domain/ imports domain/ only, by path',
    law: laws.domainStaysInside,
    planted: importing(`${domain}/rows/a.ts`, "import '../../adapters/postgres/rows';"),
    found: `${domain}/rows/a.ts imports ../../adapters/postgres/rows: domain/ imports domain/ only`,
  },
  {
    name: 'domain/ imports domain/ only, by name',
    law: laws.domainStaysInside,
    planted: importing(`${domain}/a.ts`, "const os = require('node:os');"),
    found: `${domain}/a.ts imports node:os: domain/ imports domain/ only`,
  },
  {
    name: 'domain/ knows the types of the events only',
    law: laws.domainStaysInside,
    planted: importing(`${domain}/a.ts`, "import { type EventRecord, eventId } from '@atomicdb/events';"),
    found: `${domain}/a.ts imports @atomicdb/events: domain/ imports domain/ only`,
  },
  {
    name: 'the rules of chess, the broker, gRPC and the database have one home each',
    law: laws.outsidePackagesStayHome,
    planted: importing(use, "const kafka = await import('kafkajs');"),
    found: `${use} imports kafkajs: only in ^(libs\\/bus|services\\/[^/]+\\/test)\\/`,
  },
  {
    name: 'what a package imports stands in its package.json',
    law: laws.dependenciesAreDeclared,
    planted: importing(use, "import { z } from 'zod';"),
    found: `${use} imports zod: not among the dependencies of its package.json`,
  },
  {
    name: 'what stands in a package.json is asked for',
    law: laws.dependenciesAreUsed,
    planted: {
      ...importing(use, "import type { Row } from './zod';"),
      packages: [pack('services/backing', { dependencies: ['zod'] })],
    },
    found: 'services/backing/package.json: nothing below src asks for zod',
  },
  {
    name: 'packages depend on each other without a circle',
    law: laws.noCircles,
    planted: holding(
      pack('libs/bus', { dependencies: ['@atomicdb/events'] }),
      pack('libs/events', { dependencies: ['@atomicdb/bus'] }),
    ),
    found: '@atomicdb/bus → @atomicdb/events → @atomicdb/bus',
  },
  {
    name: 'the Nx tag of a package decides on what it depends',
    law: laws.tagsDecideWhoDependsOnWhom,
    planted: holding(
      pack('libs/decider', { tags: ['kind:pure'], dependencies: ['@atomicdb/bus'] }),
      pack('libs/bus'),
    ),
    found: 'libs/decider (kind:pure) depends on libs/bus (kind:part)',
  },
  {
    name: 'a package without a kind is none of this workspace',
    law: laws.tagsDecideWhoDependsOnWhom,
    planted: holding(pack('libs/bus', { tags: [] })),
    found: 'libs/bus/package.json: nx.tags holds one known kind',
  },
  {
    name: 'gateways have no domain/',
    law: laws.gatewaysHaveNoDomain,
    planted: holding(pack('services/web-gateway', { parts: ['domain'] })),
    found: 'services/web-gateway/src/domain: a gateway decides nothing',
  },
  {
    name: 'packages export "." only',
    law: laws.packagesCloseTheirDoors,
    planted: holding(pack('libs/bus', { exports: ['.', './*'] })),
    found: 'libs/bus/package.json: exports has "." only',
  },
  {
    name: 'the tables of a service have a door, those of a part have none',
    law: laws.packagesCloseTheirDoors,
    planted: holding(
      pack('libs/bus', { exports: ['.', './rebuilds'] }),
      pack('services/backing', { exports: ['.', './rebuilds'] }),
    ),
    found: 'libs/bus/package.json: exports has "." only',
  },
  {
    name: 'the door of the tables is for the one that composes services',
    law: laws.servicesStayApart,
    planted: importing('libs/bus/src/a.ts', "import '@atomicdb/backing/rebuilds';"),
    found: 'libs/bus/src/a.ts imports @atomicdb/backing/rebuilds: only standalone composes services',
  },
  {
    name: 'a spec that needs Kafka or a browser says so in its file name',
    law: laws.specsNameTheirParts,
    planted: importing('libs/bus/test/relay.int.spec.ts', "import { sharedKafka } from '@atomicdb/testing';"),
    found: 'libs/bus/test/relay.int.spec.ts: its name says kafka, as in x.kafka.int.spec.ts',
  },
  {
    name: 'a style sheet is as short as code',
    law: laws.sheetsStayShort,
    planted: importing('services/website/src/styles/all.css', '.a {}\n'.repeat(301)),
    found: 'services/website/src/styles/all.css: a style sheet has at most 300 lines',
  },
  {
    name: 'every package names its licence',
    law: laws.licensed,
    planted: holding(pack('libs/bus', { license: 'MIT' })),
    found: 'libs/bus/package.json: license is GPL-3.0-or-later',
  },
];

describe('the architecture', () => {
  it.each(planted)('$name', ({ law }) => {
    expect(law(tree)).toEqual([]);
  });

  it.each(planted)('notices when it is planted that not: $name', ({ law, planted, found }) => {
    expect(law(planted)).toContain(found);
  });

  it.each([
    "import type { EventRecord } from '@atomicdb/events';",
    "import { type EventRecord, type EventType } from '@atomicdb/events';",
    "export type { EventRecord } from '@atomicdb/events';",
  ])('lets domain/ name the types of events: %s', (text) => {
    expect(laws.domainStaysInside(importing(`${domain}/a.ts`, text))).toEqual([]);
  });

  it('lets standalone compose the services', () => {
    const composed = importing('services/standalone/src/app.ts', "import '@atomicdb/backing';");
    expect(laws.servicesStayApart(composed)).toEqual([]);
  });

  it('takes for asked what a package looks up, and what its dependencies want beside them', () => {
    const dependencies = ['rxjs', 'fairy-stockfish-nnue.wasm'];
    const used = importing(use, "require.resolve('fairy-stockfish-nnue.wasm/uci.js');");
    const own = pack('services/backing', {
      dependencies,
      peers: new Map([['fairy-stockfish-nnue.wasm', ['rxjs']]]),
    });
    expect(laws.dependenciesAreUsed({ ...used, packages: [own] })).toEqual([]);
  });

  it('does not take two for asked because each wants the other', () => {
    const peers = new Map([
      ['core', ['express']],
      ['express', ['core']],
    ]);
    const own = pack('services/backing', { dependencies: ['core', 'express'], peers });
    expect(laws.dependenciesAreUsed(holding(own))).toHaveLength(2);
  });

  it('lets a style sheet have 300 lines', () => {
    const sheet = importing('services/website/src/styles/all.css', '.a {}\n'.repeat(300));
    expect(laws.sheetsStayShort(sheet)).toEqual([]);
  });

  it('walks every package of the workspace', () => {
    const walked = new Set(tree.sources.map(({ file }) => file.split('/', 2).join('/')));
    expect(tree.packages.map(({ folder }) => folder).filter((folder) => !walked.has(folder))).toEqual([]);
  });
});
