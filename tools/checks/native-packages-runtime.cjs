const { createRequire } = require('node:module');
const { default: Runtime } = require('jest-runtime');
const { compiledPackages } = require('./compiled-packages.cjs');

/** What Jest loads as ever: files by path, Node's own modules, the workspace and what is compiled for the tests. */
const byJest = new RegExp(`^(\\.|/|node:|@jest/globals$|@atomicdb/|(${compiledPackages.join('|')})(/|$))`);

/**
 * Has Node load every other package, once a worker. Jest loads each anew for each test file, which for Nest,
 * MikroORM, kafkajs, gRPC and OpenTelemetry takes about a third of an integration test's processor time.
 */
module.exports = class NativePackagesRuntime extends Runtime {
  requireModuleOrMock(from, name) {
    return byJest.test(name) ? super.requireModuleOrMock(from, name) : createRequire(from)(name);
  }
};
