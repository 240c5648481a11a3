import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../../setup/caller';
import { listPins, listPlatformPins, quotaUsedOf } from '../evidence/evidence';
import { pinOf, type Workspace } from '../traffic/workspace';

export interface RoundOptions {
  readonly title: string;
  /** The customer's way to each API; creations go to them by round robin. */
  readonly ways: readonly Workspace[];
  readonly platformUrl: string;
  readonly creations: number;
}

export interface Round {
  readonly created: number;
  readonly replayed: number;
  readonly ids: number;
  readonly pins: number;
  readonly published: number;
  readonly units: number;
  readonly violations: readonly string[];
}

const unitBackWithinMs = 120_000;
const publishedWithinMs = 120_000;

/** Creates one pin many times at once under one key and counts what came of it. */
export async function sameKeyRound({ title, ways, platformUrl, creations }: RoundOptions): Promise<Round> {
  const [first] = ways;
  if (!first) throw new Error('a way to an API is needed');
  const before = await quotaUsed(first);
  const answers = await Promise.all(Array.from({ length: creations }, (_, index) => createOn(ways[index % ways.length] ?? first, title)));
  const units = await eventually(unitBackWithinMs, async () => (await quotaUsed(first)) - before, 1);
  const published = await eventually(publishedWithinMs, () => countOn(platformUrl, title), 1);
  const good = answers.filter(({ status }) => status === 201);
  const replayed = good.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length;
  const round = {
    created: good.length - replayed,
    replayed,
    ids: new Set(good.map(({ body }) => body.id)).size,
    pins: (await listPins(first)).filter((pin) => pin.title === title).length,
    published,
    units,
  };
  const wanted = { created: 1, replayed: creations - 1, ids: 1, pins: 1, published: 1, units: 1 };
  const wrong = (Object.keys(wanted) as (keyof typeof wanted)[]).filter((name) => round[name] !== wanted[name]);
  const refusals = answers.filter(({ status }) => status !== 201).map(({ status, body }) => `${status} ${JSON.stringify(body)}`);
  const violations = [...wrong.map((name) => `${title}: ${name} is ${round[name]} instead of ${wanted[name]}`), ...new Set(refusals)];
  return { ...round, violations };
}

const createOn = (way: Workspace, title: string): Promise<Answer> => way.call('POST', '/v1/pins', pinOf(way, title));

const quotaUsed = (way: Workspace): Promise<number> => quotaUsedOf(way, 'first-of-all');

const countOn = async (platformUrl: string, title: string): Promise<number> =>
  (await listPlatformPins(platformUrl)).filter((pin) => pin.title === title).length;

/** The value as soon as it is the wanted one, or what it is after the time-out. */
async function eventually(withinMs: number, probe: () => Promise<number>, wanted: number): Promise<number> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const value = await probe();
    if (value === wanted || performance.now() > deadline) return value;
    await delay(200);
  }
}
