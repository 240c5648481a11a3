const { readFileSync } = require('node:fs');
const { SourceMap } = require('node:module');
const { dirname, resolve, sep } = require('node:path');

const maps = new Map();

function mapOf(file) {
  if (!maps.has(file)) {
    let map;
    try {
      map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
    } catch {
      map = undefined;
    }
    maps.set(file, map);
  }
  return maps.get(file);
}

function positionInSource(file, line, column) {
  const { originalSource, originalLine, originalColumn } = mapOf(file)?.findEntry(line - 1, column - 1) ?? {};
  return originalSource === undefined ? undefined : `${resolve(dirname(file), originalSource)}:${originalLine + 1}:${originalColumn + 1}`;
}

function describe(site, tree) {
  const file = site.getFileName();
  if (!file?.startsWith(tree + sep)) return String(site);
  const [line, column] = [site.getLineNumber(), site.getColumnNumber()];
  const source = positionInSource(file, line, column);
  return source === undefined ? String(site) : String(site).replace(`${file}:${line}:${column}`, () => source);
}

/** Shows lines of a built tree as lines of their sources. Node's own way reads every map when its module is loaded; this one, when a trace is read. */
exports.mapStackTraces = (tree) => {
  Error.prepareStackTrace = (error, sites) => {
    let header;
    try {
      header = Error.prototype.toString.call(error);
    } catch {
      header = '<error>';
    }
    return [header, ...sites.map((site) => `    at ${describe(site, tree)}`)].join('\n');
  };
};
