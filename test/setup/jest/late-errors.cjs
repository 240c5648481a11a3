const { AsyncLocalStorage } = require('node:async_hooks');
const { relative } = require('node:path');

const files = new AsyncLocalStorage();
const kinds = ['uncaughtException', 'unhandledRejection'];
const held = [];

// While no file runs. Node would end the worker, and the next file with it.
process.on('unhandledRejection', (error, promise) => held.push([named(error, files.getStore()), promise]));
process.on('exit', () => {
  for (const [error] of held) console.error(error);
  if (held.length > 0) process.exitCode ||= 1;
});

function named(error, owner) {
  if (owner === undefined) return error;
  const what = error instanceof Error ? error.message : String(error);
  return new Error(`${relative(process.cwd(), owner)} left something behind, which failed after its end: ${what}`, { cause: error });
}

exports.runAs = (file, run) => files.run(file, run);

/** Names the file that an error comes from, when it is another one than the file that runs; call the answer when that ends. */
exports.nameLateErrors = (file) => {
  const added = kinds.map((kind) => {
    const listeners = process.listeners(kind);
    process.removeAllListeners(kind);
    const listener = (error, promise) => {
      const owner = files.getStore();
      for (const report of listeners) report(owner === file ? error : named(error, owner), promise);
    };
    process.on(kind, listener);
    if (kind === 'unhandledRejection') for (const [error, promise] of held.splice(0)) listener(error, promise);
    return [kind, listener];
  });
  return () => added.forEach(([kind, listener]) => process.removeListener(kind, listener));
};
