/**
 * Jest setupFilesAfterEnv: the time limit of one test, by its kind. Jest reads `testTimeout` at
 * the root only, so a project cannot say it.
 */
const limits = [
  { kind: /\.campaign\.ts$/, limitMs: 7_200_000 },
  { kind: /\.e2e\.spec\.tsx?$/, limitMs: 240_000 },
  { kind: /\.int\.spec\.tsx?$/, limitMs: 180_000 },
  { kind: /./, limitMs: 15_000 },
];

const file = expect.getState().testPath ?? '';
jest.setTimeout(limits.find(({ kind }) => kind.test(file))?.limitMs ?? 15_000);

export {};
