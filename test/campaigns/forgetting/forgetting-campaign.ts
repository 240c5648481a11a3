import { Streams, openEventStore } from '@pps/event-store';
import { newId } from '@pps/kernel';
import { openDatabase } from '@pps/read-store';
import { findOrganization, forgetWorkspace } from '@pps/use-cases';
import { findForgetting } from '@pps/workspaces';
import { projectStream } from '@pps/workspaces/events';
import { setTimeout as delay } from 'node:timers/promises';
import { readPartUrls } from '../../../apps/standalone/part-urls';
import { caller } from '../../setup/caller';
import { eventually } from '../../setup/eventually';
import { startReceiver } from '../../webhooks/receiver';
import { rowsAbout } from '../../workspaces/forgetting/rows-about';
import { installation } from '../installation/installation';
import { seededRandom } from '@pps/kernel/testing';
import { openWorkspace, pinOf, type Workspace } from '../traffic/workspace';

export interface ForgettingCampaignOptions {
  readonly kills: number;
  readonly pins: number;
  readonly seed: number;
  readonly log: (line: string) => void;
}

export interface ForgettingReport {
  readonly forgotten: number;
  /** From the answer until all was erased, in milliseconds. */
  readonly erasedP50: number;
  readonly erasedMax: number;
  /** What the platform created after the answer, of calls that were under way. */
  readonly underWay: number;
  readonly violations: readonly string[];
}

const settings = { DEFAULT_PLAN: 'enterprise', PACING_ACCOUNT: '2/2', PACING_GLOBAL: '1000/400', RECONCILE_AFTER: '500ms,1s,2s' };
const victims = ['orchestrator', 'worker', 'projector', 'api'];
const killedWithinMs = 3_000;
// A call to the platform that had begun when the answer came.
const underWayMs = 1_000;
const erasedWithinMs = 600_000;
const batchSize = 50;
const batchesAtOnce = 4;

/** Forgets one workspace after the other while a process is killed, and looks whether each is erased and nothing of it goes out any more. */
export async function forgettingCampaign({ kills, pins, seed, log }: ForgettingCampaignOptions): Promise<ForgettingReport> {
  const [receiver, service] = [await startReceiver(), await installation(settings)];
  const [violations, took, random]: [string[], number[], () => number] = [[], [], seededRandom(seed)];
  let underWay = 0;
  try {
    log(`first start ${Math.round(await service.start())} ms`);
    const urls = readPartUrls(service.dataDir);
    if (!urls?.DATABASE_URL || !urls.EVENTSTORE_URL) throw new Error('the start says nowhere where its parts are');
    const [db, store] = [openDatabase(urls.DATABASE_URL, 4), openEventStore(urls.EVENTSTORE_URL)];
    const streams = new Streams(store);
    try {
      for (let round = 1; round <= kills; round++) {
        // Killed in the round before, it is being started again.
        await eventually('the API answers', () => isAnswering(service.apiPort), erasedWithinMs);
        const [workspace] = await openWorkspace([caller(service.apiPort)], receiver.url, { usernames: [`ada-${newId()}`] });
        await createWaiting(workspace, pins, `door-${round}`);
        const { state: project } = await streams.load(projectStream, workspace.id);
        const organization = project.kind === 'none' ? null : await findOrganization(streams, project.organizationId);
        if (!organization) throw new Error('the workspace is absent');
        const { organizationId, ownerUserId } = organization;
        await forgetWorkspace(streams, organizationId, { actor: { type: 'system' }, occurredAt: new Date().toISOString() });
        const answeredAt = Date.now();
        const victim = victims[Math.floor(random() * victims.length)] ?? 'worker';
        const killing = delay(random() * killedWithinMs).then(() => service.processOf(victim)?.kill());
        await delay(underWayMs);
        const received = receiver.received.length;
        await killing;
        await eventually('it is erased', async () => (await findForgetting(db, organizationId))?.completedAt ?? undefined, erasedWithinMs);
        took.push(Date.now() - answeredAt);
        const subjects = [organizationId, ownerUserId, workspace.accountId, workspace.webhookId];
        const left = Object.keys(await rowsAbout(db, ['vault', 'imports', 'connections'], subjects));
        const keys = left.filter((table) => !/forgotten_subject$/.test(table));
        if (keys.length > 0) violations.push(`round ${round}: left in ${keys.join(', ')}`);
        const shown = Object.keys(await rowsAbout(db, ['projection'], [workspace.id])).filter(
          (table) => !/audit_facts|publish_epoch/.test(table),
        );
        if (shown.length > 0) violations.push(`round ${round}: read models still have ${shown.join(', ')}`);
        const late = (await createdAt(service.platformUrl, `door-${round}-`)).filter((at) => at > answeredAt);
        underWay += late.filter((at) => at <= answeredAt + underWayMs).length;
        if (late.some((at) => at > answeredAt + underWayMs)) violations.push(`round ${round}: published after it was forgotten`);
        const told = receiver.received.length - received;
        if (told > 0) violations.push(`round ${round}: ${told} deliveries after it was forgotten`);
        log(`round ${round}: ${victim} killed, erased after ${took.at(-1)} ms`);
      }
    } finally {
      await store.close();
      await db.destroy();
    }
  } finally {
    await service.discard(violations.length > 0);
    await receiver.stop();
  }
  const ordered = [...took].sort((a, b) => a - b);
  return {
    forgotten: took.length,
    erasedP50: ordered[Math.floor(ordered.length / 2)] ?? 0,
    erasedMax: ordered.at(-1) ?? 0,
    underWay,
    violations,
  };
}

/** Asks for pins in batches, four at once. */
async function createWaiting(workspace: Workspace, pins: number, prefix: string): Promise<void> {
  const wanted = Array.from({ length: pins }, (_, n) => pinOf(workspace, `${prefix}-${n}`));
  const createNext = async (): Promise<void> => {
    for (let batch = wanted.splice(0, batchSize); batch.length > 0; batch = wanted.splice(0, batchSize)) {
      const { status, body } = await workspace.call('POST', '/v1/pins/batch', { pins: batch });
      if (status >= 300) throw new Error(`a batch was answered ${status}: ${JSON.stringify(body)}`);
    }
  };
  await Promise.all(Array.from({ length: batchesAtOnce }, createNext));
}

const isAnswering = async (port: number): Promise<true | undefined> =>
  (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok || undefined;

/** When the platform created the pins whose titles begin so, in milliseconds. */
async function createdAt(platformUrl: string, prefix: string): Promise<number[]> {
  const response = await fetch(`${platformUrl}/platform/_control/pins`);
  const rows = (await response.json()) as readonly { readonly title: string; readonly created_at: number | string }[];
  return rows.filter(({ title }) => title.startsWith(prefix)).map(({ created_at }) => new Date(created_at).getTime());
}
