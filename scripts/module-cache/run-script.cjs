const Module = require('node:module');
const { dirname } = require('node:path');

/** Runs a wrapped CommonJS module, as Node does after it has compiled one. */
exports.runScript = (script, module, filename) => {
  const require = (request) => module.require(request);
  let own;
  require.resolve = (...request) => (own ??= Module.createRequire(filename)).resolve(...request);
  require.main = process.mainModule;
  require.extensions = Module._extensions;
  require.cache = Module._cache;
  const run = script.runInThisContext({ displayErrors: true });
  return run.call(module.exports, module.exports, require, module, filename, dirname(filename));
};
