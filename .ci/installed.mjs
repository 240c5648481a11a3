// Ends with 0 when node_modules holds what package-lock.json asks for.
import { existsSync, readFileSync } from 'node:fs';

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined);
const wanted = read('package-lock.json') ?? {};
const installed = read('node_modules/.package-lock.json');

const missing = Object.entries(wanted).filter(
  ([path, { version, optional }]) => path !== '' && !(optional && !installed?.[path]) && installed?.[path]?.version !== version,
);
process.exitCode = installed !== undefined && missing.length === 0 ? 0 : 1;
