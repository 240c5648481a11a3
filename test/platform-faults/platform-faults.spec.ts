import { readFileSync } from 'node:fs';
import type { Platform } from '@pps/platform';
import { startTestSimulators, type TestSimulators } from '../../apps/simulators/testing';
import { becomesOfPin } from './becomes-of-pin';
import { columns, expected } from './expected';
import { attemptCalls, expectedPins } from './expected-pins';
import { operations } from './operations';
import { outcomeClassNames } from './outcome-classes';
import { platformFaultsPage } from './page';
import { platformAt, seeOutcome } from './see-outcome';
import { simulatorAt } from './subject';
import { switches } from './switches';

let simulators: TestSimulators;
let platform: Platform;

beforeAll(async () => {
  simulators = await startTestSimulators();
  platform = platformAt(simulators.url);
});
afterAll(async () => {
  await platform.close();
  await simulators.discard();
});

test('the table has a row for every switch and a column for every operation, and no other', () => {
  expect([...expected.keys()]).toEqual(switches.map(({ name }) => name));
  expect(columns).toEqual(operations.map(({ short }) => short));
  for (const [name, cells] of expected) expect([name, cells.length]).toEqual([name, columns.length]);
  expect([...expectedPins.keys()]).toEqual([...expected.keys()]);
});

test('the operations are all that the port has', () => {
  const calls = Object.keys(platform).filter((name) => !['authorizationUrl', 'close'].includes(name));
  expect(new Set(operations.map(({ name }) => (name === 'createVideoPin' ? 'createPin' : name)))).toEqual(new Set(calls));
});

test('every kind of failure is met', () => {
  const met = new Set([...expected.values()].flat().map((cell) => cell.replace(/[?0]$/, '')));
  expect(outcomeClassNames.map(([name]) => name).filter((name) => !met.has(name))).toEqual([]);
});

test('docs/platform-faults.md is this table (npm run docs platform-faults writes it)', () => {
  expect(readFileSync('docs/platform-faults.md', 'utf8')).toBe(platformFaultsPage());
});

test.each(switches.map((each) => [each.name, each] as const))('%s is seen as what it is by every operation', async (name, each) => {
  const seen: Record<string, string> = {};
  const becomes: Record<string, string> = {};
  for (const operation of operations) {
    const { outcome, error, pins } = await seeOutcome(platform, simulatorAt(simulators.url), each, operation);
    seen[operation.short] = outcome;
    if (attemptCalls.includes(operation.short)) {
      becomes[operation.short] = error === undefined ? '·' : becomesOfPin(error, { isUpload: operation.creates !== true });
    }
    // Whoever learns that nothing happened may send again.
    if (operation.creates && !outcome.endsWith('?'))
      expect([name, operation.name, pins]).toEqual([name, operation.name, outcome === 'ok' ? 1 : 0]);
  }
  expect(seen).toEqual(Object.fromEntries(columns.map((column, index) => [column, expected.get(name)?.[index]])));
  expect(becomes).toEqual(Object.fromEntries(attemptCalls.map((call, index) => [call, expectedPins.get(name)?.[index]])));
});
