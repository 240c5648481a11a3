import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plantIn, type Plant } from './plant';

/** What of this project a test needs. */
const copied = [
  ...['apps', 'libs', 'projections', 'test', 'scripts', 'docs', 'packages/openapi.json'],
  ...['jest.config.cjs', 'swc.config.cjs', 'tsconfig.json', 'package.json'],
];
const longestMs = 900_000;

/** The parts are started once for all runs; each run is one process. */
const configuration = `const { projects, workerIdleMemoryLimit, ...config } = require('./jest.config.cjs');
const withoutParts = ({ globalSetup, globalTeardown, ...project }) => project;
module.exports = { ...config, testTimeout: 120_000, projects: projects.map(withoutParts) };
`;

export interface TestResult {
  readonly spec: string;
  readonly name: string;
  readonly status: string;
  /** How it failed; '' where it did not. */
  readonly failure: string;
}

export type PlantedCopy = ReturnType<typeof openPlantedCopy>;

/** A copy of the service in a folder of its own, in which one guard at a time is taken out. */
export function openPlantedCopy() {
  const folder = mkdtempSync(join(tmpdir(), 'planted-attacks-'));
  for (const name of copied) cpSync(name, join(folder, name), { recursive: true });
  for (const name of ['node_modules', 'dist']) symlinkSync(join(process.cwd(), name), join(folder, name));
  writeFileSync(join(folder, 'jest.planted.cjs'), configuration);

  /** Runs the tests of some specs that have one of the names. */
  async function runTests(specs: readonly string[], names: readonly string[]): Promise<readonly TestResult[]> {
    const output = join(folder, 'results.json');
    rmSync(output, { force: true });
    const pattern = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
    const args = ['node_modules/jest/bin/jest.js', '--config', 'jest.planted.cjs', '--runInBand', '--silent', '--forceExit'];
    await runNode(folder, [...args, '--json', '--outputFile', output, '--testNamePattern', pattern, '--runTestsByPath', ...specs]);
    return resultsOf(folder, readFileSync(output, 'utf8'));
  }

  return {
    runTests,
    /** Runs the test of a plant's attack in the copy without the guard. */
    async runPlanted(plant: Plant): Promise<readonly TestResult[]> {
      const path = join(folder, plant.file);
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, plantIn(text, plant));
      try {
        return await runTests([plant.spec], [plant.test]);
      } finally {
        writeFileSync(path, text);
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Its exit code says whether tests failed, which its results say too; without results reading them fails. */
const runNode = (cwd: string, args: readonly string[]): Promise<void> =>
  new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, timeout: longestMs, killSignal: 'SIGKILL', maxBuffer: 2 ** 26 }, () => resolve());
  });

interface JestResults {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** The tests that ran; a file that could not is one that is called after it. */
function resultsOf(folder: string, text: string): readonly TestResult[] {
  return (JSON.parse(text) as JestResults).testResults.flatMap(({ name: path, message, assertionResults }) => {
    const spec = path.slice(path.indexOf(folder) + folder.length + 1);
    if (assertionResults.length === 0) return [{ spec, name: spec, status: 'broken', failure: message }];
    return assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status, failureMessages }) => ({ spec, name: fullName, status, failure: failureMessages.join('\n') }));
  });
}
