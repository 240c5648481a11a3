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
  readonly is: 'red' | 'green' | 'not run' | 'not planted';
  readonly isExpected: boolean;
}

/** Takes one guard after the other out of a copy of the service, and runs the attack that it is for: its test has to fail, and to pass with all of them. */
export function plantedAttacksCampaign(log: (attack: PlantedAttack) => void): readonly PlantedAttack[] {
  const folder = mkdtempSync(join(tmpdir(), 'planted-attacks-'));
  const told = (attack: PlantedAttack): PlantedAttack => (log(attack), attack);
  try {
    for (const name of copied) cpSync(name, join(folder, name), { recursive: true });
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
    const whole = [...new Set(plants.map(({ spec }) => spec))].map((spec) => {
      const is = runTests(folder, [spec]);
      return told({ without: 'nothing', test: spec, is, isExpected: is === 'green' });
    });
    const planted = plants.map((plant) => {
      const is = runPlanted(folder, plant);
      return told({ without: plant.without, test: plant.test, is, isExpected: is === 'red' });
    });
    return [...whole, ...planted];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runPlanted(folder: string, { file, from, to, spec, test }: Plant): PlantedAttack['is'] {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2) return 'not planted';
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  try {
    return runTests(folder, [spec, '-t', test]);
  } finally {
    writeFileSync(path, text);
  }
}

function runTests(folder: string, wanted: readonly string[]): PlantedAttack['is'] {
  const args = ['node_modules/jest/bin/jest.js', ...wanted, '--selectProjects', 'real-parts', '--json'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', timeout: longestMs, maxBuffer: 2 ** 26 });
  const counts = /"numFailedTests":(\d+).*?"numPassedTests":(\d+)/.exec(stdout);
  const [failed, passed] = [Number(counts?.[1] ?? 0), Number(counts?.[2] ?? 0)];
  return failed > 0 ? 'red' : passed > 0 ? 'green' : 'not run';
}
