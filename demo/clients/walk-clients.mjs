// Generates a TypeScript client, and a Python one where OPENAPI_GENERATOR names the jar of openapi-generator, from the /openapi.json of a running
// service, and walks the demonstration with each: `npm run demo:clients -- http://127.0.0.1:3000`. The TypeScript one is compiled before it runs.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const baseUrl = process.argv[2] ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`;
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const work = join(root, 'node_modules', '.cache', 'clients');
const run = (command, args, env = {}) => execFileSync(command, args, { cwd: work, stdio: 'inherit', env: { ...process.env, ...env } });

rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
const response = await fetch(new URL('/openapi.json', baseUrl), { signal: AbortSignal.timeout(20_000) });
const description = await response.text();
writeFileSync(join(work, 'openapi.json'), description);

console.log('== TypeScript: openapi-typescript, openapi-fetch');
run(process.execPath, [join(root, 'node_modules/openapi-typescript/bin/cli.js'), 'openapi.json', '-o', 'interface.d.ts']);
cpSync(join(here, 'walk.mts'), join(work, 'walk.mts'));
const strict = [
  '--strict',
  '--exactOptionalPropertyTypes',
  '--noUncheckedIndexedAccess',
  '--skipLibCheck',
  '--typeRoots',
  join(root, 'node_modules/@types'),
];
const modern = ['--module', 'preserve', '--moduleResolution', 'bundler', '--target', 'es2022', '--lib', 'es2023,dom', '--types', 'node'];
run(process.execPath, [join(root, 'node_modules/typescript-native/bin/tsc'), '--ignoreConfig', ...strict, ...modern, 'walk.mts']);
run(process.execPath, ['walk.mjs', baseUrl]);

if (process.env.OPENAPI_GENERATOR === undefined)
  console.log('== Python: left out, OPENAPI_GENERATOR does not name the jar of openapi-generator');
else {
  console.log('== Python: openapi-generator');
  // Generators of before 6.0 take neither the null in the enum of a field that may be null nor an enum of booleans.
  const asOldGenerators = (key, value) => {
    if (key !== 'enum') return value;
    return value.includes(true) ? undefined : value.filter((each) => each !== null);
  };
  const older = await fetch(new URL('/openapi-3.0.json', baseUrl), { signal: AbortSignal.timeout(20_000) });
  writeFileSync(join(work, 'openapi-python.json'), JSON.stringify(JSON.parse(await older.text(), asOldGenerators)));
  const opens = ['java.lang', 'java.util'].map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`);
  const generate = [
    'generate',
    '-g',
    'python',
    '-i',
    'openapi-python.json',
    '-o',
    'python',
    '--package-name',
    'pins_client',
    '--skip-validate-spec',
  ];
  execFileSync('java', [...opens, '-jar', process.env.OPENAPI_GENERATOR, ...generate], { cwd: work, stdio: 'ignore' });
  run('python3', [join(here, 'walk.py'), baseUrl], { PYTHONPATH: join(work, 'python') });
}
console.log('every answer was taken');
