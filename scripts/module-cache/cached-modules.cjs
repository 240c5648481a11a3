// Loads modules from what record.cjs wrote when the tree was built: found, read and compiled already. To find, read and compile 3,000 of them
// is two thirds of what a program's start costs. Any module that is not in there, and any file that cannot be used, is loaded as always.
const { fstatSync, openSync, readFileSync, readSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');
const { mapStackTraces } = require('./stack-traces.cjs');
const { runScript } = require('./run-script.cjs');

const root = join(__dirname, '../..');
const dist = join(root, 'dist');

function recorded() {
  try {
    const index = JSON.parse(readFileSync(join(dist, '.modules.json'), 'utf8'));
    if (index.node !== process.version) return undefined;
    const bytes = openSync(join(dist, '.modules.bin'), 'r');
    return fstatSync(bytes).size === index.size ? { ...index, bytes } : undefined;
  } catch {
    return undefined;
  }
}

function useRecorded({ files, folders, bytes }) {
  const scripts = new Map();
  const paths = files.map(([name, ...where]) => {
    const path = join(root, name);
    if (where.length > 0) scripts.set(path, where);
    return path;
  });

  const resolveFilename = Module._resolveFilename;
  Module._resolveFilename = function (request, parent, isMain, options) {
    const known =
      options === undefined && parent?.filename ? folders[dirname(parent.filename).slice(root.length + 1)]?.[request] : undefined;
    return known === undefined ? resolveFilename.call(this, request, parent, isMain, options) : paths[known];
  };

  const load = Module._extensions['.js'];
  Module._extensions['.js'] = (module, filename) => {
    const where = scripts.get(filename);
    if (!where) return load(module, filename);
    const [at, sourceBytes, codeBytes, encoding] = where;
    const read = Buffer.allocUnsafe(sourceBytes + codeBytes);
    readSync(bytes, read, 0, read.length, at);
    const script = new Script(read.toString(encoding, 0, sourceBytes), { filename, cachedData: read.subarray(sourceBytes) });
    runScript(script, module, filename);
  };
}

const index = recorded();
if (index) useRecorded(index);
mapStackTraces(dist);
