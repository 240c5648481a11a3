import type { PacingRates } from '@pps/pins';
import { seededRandom } from '@pps/kernel/testing';
import { PinClients } from './pin-clients';
import { startPacerProcess, startTimersProcess, startWorkerProcess } from './processes';
import type { Violation } from './violations';
import { World } from './world';

export interface HealthyPublishing {
  /** From the beginning to the last publication of the healthy tenant, in virtual milliseconds. */
  readonly tookMs: number;
  /** Attempts of the other tenant's pins meanwhile. */
  readonly attemptsHeldBack: number;
  /** Pins of the other tenant that are published after its users have consented again. */
  readonly publishedAfterConsent: number;
  readonly violations: readonly Violation[];
}

const rates: PacingRates = { account: { capacity: 1_000, refillPerSecond: 100 }, global: { capacity: 20, refillPerSecond: 40 } };
const begin = Date.parse('2026-11-20T10:00:00.000Z');
const [accounts, boards] = [4, 8];
const overAfterMs = 30 * 60_000;

/**
 * One tenant publishes so many healthy pins while another one has so many on accounts that need a new consent of their user; by the real pacing
 * and publishing, in virtual time.
 */
export async function publishBesideHeldBack(healthy: number, heldBack: number): Promise<HealthyPublishing> {
  const random = seededRandom(1);
  const world = new World({ rates, random, begin, workers: 4, startWorkerProcess });
  const { time, invariants } = world;
  const clients = new PinClients(world);
  startPacerProcess(world);
  startTimersProcess(world);
  for (let account = 0; account < accounts; account += 1) world.needsConsent.add(`other-${account}`);
  const counts = { healthy: 0, attempts: 0, published: 0, failed: 0 };
  world.onFact((fact) => {
    const isOther = fact.metadata.projectId === 'other';
    if (fact.type === 'PinPublished') counts[isOther ? 'published' : 'healthy'] += 1;
    if (isOther && fact.type === 'PinPublishAttemptStarted') counts.attempts += 1;
    if (isOther && fact.type === 'PinFailed') counts.failed += 1;
  });
  const create = (projectId: string, pin: number) => {
    const accountId = `${projectId}-${pin % accounts}`;
    const boardId = `${accountId}-board-${Math.floor(pin / accounts) % boards}`;
    clients.create({ key: `${projectId} ${pin}`, projectId, accountId, boardId, title: `${projectId} ${pin}` });
  };
  for (let pin = 0; pin < heldBack; pin += 1) create('other', pin);
  for (let pin = 0; pin < healthy; pin += 1) create('healthy', pin);
  await world.run(() => counts.healthy === healthy || time.now > overAfterMs);
  const [tookMs, attemptsHeldBack] = [counts.healthy === healthy ? time.now : Infinity, counts.attempts];
  for (const accountId of [...world.needsConsent]) world.consent(accountId);
  await world.run(() => counts.published + counts.failed === heldBack || time.now > overAfterMs);
  return { tookMs, attemptsHeldBack, publishedAfterConsent: counts.published, violations: invariants.violations.first };
}
