import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string; readonly failureMessages: readonly string[] }[];
  }[];
}

let report: Report;

// Jest as the tests have it, on planted files in one process.
beforeAll(() => {
  const require = createRequire(__filename);
  const [unit] = require('../../../jest.config.cjs').projects;
  const planted = {
    ...unit,
    rootDir: process.cwd(),
    testMatch: ['<rootDir>/test/setup/jest/planted/*-file.fixture.ts'],
    testSequencer: '<rootDir>/test/setup/jest/planted/alphabetical.cjs',
  };
  const jest = resolve('node_modules', '.bin', 'jest');
  const { stdout, stderr } = spawnSync(jest, ['--config', JSON.stringify(planted), '--runInBand', '--json'], {
    encoding: 'utf8',
    timeout: 240_000,
  });
  if (stdout === '') throw new Error(`Jest said: ${stderr}`);
  report = JSON.parse(stdout);
});

const file = (name: string) => report.testResults.find((result) => result.name === resolve(join(__dirname, 'planted', name)));

const passed = (title: string) => ({ title, status: 'passed' });

test.each(['first-file.fixture.ts', 'second-file.fixture.ts'])(
  '%s shares modules with the file before or after it, and finds nothing else of it',
  (name) => {
    expect(file(name)?.assertionResults).toMatchObject([
      passed('modules are evaluated once for all files, but for those of the tests'),
      passed('nothing of another file is left'),
      passed('what Node throws and gives is of the same kind as what specs and packages make'),
      passed('traces are left'),
    ]);
  },
);

test('a test that fails is reported once, with its line in the source', () => {
  const failing = file('failing-file.fixture.ts');
  expect(failing?.assertionResults).toMatchObject([{ title: 'fails', status: 'failed' }]);
  expect(failing?.assertionResults[0]?.failureMessages[0]).toContain('failing-file.fixture.ts:7:23');
  expect(failing?.message).toContain('> 7 |   expect(planted.sum).toBe(3);');
});

test('what a file leaves behind is reported under its name, in whichever file it fails', () => {
  const left = 'test/setup/jest/planted/leaving-file.fixture.ts left something behind, which failed after its end:';
  expect(file('leaving-file.fixture.ts')?.assertionResults).toMatchObject([passed('leaves a promise and a timer behind')]);
  expect(file('waiting-file.fixture.ts')?.message).toContain(`${left} rejected later`);
  expect(file('waiting-file.fixture.ts')?.message).toContain(`${left} thrown later`);
});
