// Loads what the programs of a built tree load, without running them, and writes it down for cached-modules.cjs: `node record.cjs <tree>`.
const { readFileSync, readdirSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, isAbsolute, join, relative, resolve, sep } = require('node:path');
const { Script } = require('node:vm');
const { runScript } = require('./run-script.cjs');

const tree = resolve(process.argv[2]);
const root = dirname(tree);

// Built beside the tree that it replaces: what is written down has the name that it will have.
const nameOf = (path) => relative(root, path.startsWith(tree + sep) ? join(root, 'dist', path.slice(tree.length)) : path);

const scripts = new Map();
const resolved = [];

const resolveFilename = Module._resolveFilename;
Module._resolveFilename = function (request, parent, isMain, options) {
  const path = resolveFilename.call(this, request, parent, isMain, options);
  if (parent?.filename && options === undefined && isAbsolute(path)) resolved.push([dirname(parent.filename), request, path]);
  return path;
};

const compile = Module.prototype._compile;
Module.prototype._compile = function (content, filename, format) {
  // Scripts that were compiled before cannot import() in Node 20; what comments say of it does not matter.
  if (format === 'module' || /^(?!\s*(\*|\/[*/])).*\bimport\s*\(/m.test(content)) return compile.call(this, content, filename, format);
  const source = Module.wrap(content);
  const script = new Script(source, { filename });
  scripts.set(filename, { script, source });
  return runScript(script, this, filename);
};

// A program runs when it is loaded: what it requires is loaded in its place.
const programs = readdirSync(join(tree, 'apps'), { recursive: true }).filter((path) => /(^|[/.])main\.js$/.test(path));
for (const program of programs) {
  const path = join(tree, 'apps', program);
  for (const [, request] of readFileSync(path, 'utf8').matchAll(/\brequire\("([^"]+)"\)/g)) Module.createRequire(path)(request);
}

const files = [];
const numbers = new Map();
const bytes = [];
let offset = 0;

function numberOf(path) {
  if (!numbers.has(path)) {
    numbers.set(path, files.length);
    files.push(describe(path));
  }
  return numbers.get(path);
}

function describe(path) {
  const recorded = scripts.get(path);
  if (!recorded) return [nameOf(path)];
  const encoding = /[^\0-\xff]/.test(recorded.source) ? 'utf8' : 'latin1';
  const source = Buffer.from(recorded.source, encoding);
  const code = recorded.script.createCachedData();
  const at = offset;
  bytes.push(source, code);
  offset += source.length + code.length;
  return [nameOf(path), at, source.length, code.length, encoding];
}

const folders = {};
for (const [folder, request, path] of resolved) (folders[nameOf(folder)] ??= {})[request] = numberOf(path);

writeFileSync(join(tree, '.modules.bin'), Buffer.concat(bytes));
writeFileSync(join(tree, '.modules.json'), JSON.stringify({ node: process.version, size: offset, files, folders }));
process.exit(0);
