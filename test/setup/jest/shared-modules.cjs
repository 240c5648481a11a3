const asyncHooks = require('node:async_hooks');
const Module = require('node:module');
const { dirname, join, sep } = require('node:path');
const Runtime = require('jest-runtime').default;

const compiling = { transformer: undefined, sourceMaps: new Map() };

// How Jest compiles, so that its cache and its source maps serve; `require` does the rest.
Module._extensions['.ts'] = (module, filename) => {
  const { code, sourceMapPath } = compiling.transformer.transform(filename, {
    isInternalModule: false,
    supportsDynamicImport: false,
    supportsExportNamespaceFrom: false,
    supportsStaticESM: false,
    supportsTopLevelAwait: false,
  });
  if (sourceMapPath) compiling.sourceMaps.set(filename, sourceMapPath);
  module._compile(code, filename);
};

// jest-circus makes a storage for each file. Up to Node 22 every promise of the process asks each one that is in use, so those of ended files are taken out.
const storages = new Set();
class StorageOfFile extends asyncHooks.AsyncLocalStorage {
  constructor() {
    super();
    storages.add(this);
  }
}

const circus = dirname(require.resolve('jest-circus/runner')) + sep;

/** Loads modules as Node does, once for all files of a worker: to evaluate them for each file took longer than many a file's tests. */
class SharedModules extends Runtime {
  constructor(config, environment, resolver, transformer, cacheFS, coverage, testPath, globalConfig) {
    super(config, environment, resolver, transformer, cacheFS, coverage, testPath, globalConfig);
    this.testFile = testPath;
    this.ownFolder = join(config.rootDir, 'test') + sep;
    compiling.transformer = transformer;
  }

  requireModule(from, moduleName) {
    if (from === this.testFile && moduleName === undefined) globalThis.jest = this.requireModuleOrMock(from, '@jest/globals').jest;
    return Module.createRequire(from)(moduleName ?? from);
  }

  requireInternalModule(from, moduleName) {
    for (const path of Object.keys(require.cache)) if (path.startsWith(circus)) delete require.cache[path];
    // A getter without a setter from Node 22 on.
    const own = Object.getOwnPropertyDescriptor(asyncHooks, 'AsyncLocalStorage');
    Object.defineProperty(asyncHooks, 'AsyncLocalStorage', { configurable: true, enumerable: true, writable: true, value: StorageOfFile });
    try {
      return Module.createRequire(from)(moduleName ?? from);
    } finally {
      Object.defineProperty(asyncHooks, 'AsyncLocalStorage', own);
    }
  }

  getSourceMaps() {
    return compiling.sourceMaps;
  }

  teardown() {
    super.teardown();
    delete globalThis.jest;
    for (const storage of storages) storage.disable();
    storages.clear();
    for (const path of Object.keys(require.cache))
      if ((path.startsWith(this.ownFolder) && dirname(path) !== __dirname) || path === this.testFile) delete require.cache[path];
  }

  /** `process` is the worker's own. */
  installGetBuiltinModule() {}
}

module.exports = SharedModules;
module.exports.default = SharedModules;
