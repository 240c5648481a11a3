import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plants, type Plant } from './plants';

/** What of this project a test needs. */
const copied = [
  'apps',
  'libs',
  'projections',
  'test',
  'scripts',
  'docs',
  'jest.config.cjs',
  'swc.config.cjs',
  'tsconfig.json',
  'package.json',
];
const longestMs = 300_000;

export interface PlantedAttack {
  readonly without: string;
  readonly test: string;
  readonly is: 'red' | 'GREEN' | 'NOT RUN' | 'NOT PLANTED';
}

/** Takes one guard after the other out of a copy of the service, and runs the attack that it is for: its test has to fail. */
export function plantedAttacksCampaign(log: (line: string) => void): readonly PlantedAttack[] {
  const folder = mkdtempSync(join(tmpdir(), 'planted-attacks-'));
  try {
    for (const name of copied) cpSync(name, join(folder, name), { recursive: true });
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
    return plants.map((plant) => {
      const attack = { without: plant.without, test: plant.test, is: runPlanted(folder, plant) };
      log(`${attack.is}  ${attack.test}, without ${attack.without}`);
      return attack;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runPlanted(folder: string, { file, from, to, spec, test }: Plant): PlantedAttack['is'] {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2) return 'NOT PLANTED';
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  try {
    const args = ['node_modules/jest/bin/jest.js', spec, '-t', test, '--selectProjects', 'real-parts', '--json'];
    const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', timeout: longestMs, maxBuffer: 2 ** 26 });
    const { numFailedTests: failed = 0, numPassedTests: passed = 0 } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Record<
      string,
      number
    >;
    return failed > 0 ? 'red' : passed > 0 ? 'GREEN' : 'NOT RUN';
  } catch {
    return 'NOT RUN';
  } finally {
    writeFileSync(path, text);
  }
}
