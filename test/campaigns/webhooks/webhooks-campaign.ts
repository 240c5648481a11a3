import { caller } from '../../setup/caller';
import type { Blow, Target } from '../crash/blow-plan';
import { dealBlows, type Dealt } from '../crash/deal-blows';
import { installation } from '../installation/installation';
import { createInBatches } from '../traffic/create-in-batches';
import { seededRandom } from '@pps/kernel/testing';
import { openWorkspace, type Workspace } from '../traffic/workspace';
import { pause } from '@pps/concurrency';
import { judgeDeliveries, type DeliveryVerdict } from './judge-deliveries';
import { startUnreliableSink } from './unreliable-sink';

export interface WebhooksOptions {
  readonly events: number;
  readonly kills: number;
  readonly workspaces: number;
  readonly seed: number;
  readonly log: (line: string) => void;
}

export interface WebhooksReport extends DeliveryVerdict, Pick<Dealt, 'killsOf'> {
  readonly calls: number;
  readonly refused: number;
  readonly tookMs: number;
}

// Senders, those who say what is due, what carries it, and what remembers it.
const targets: readonly Target[] = ['worker', 'orchestrator', 'nats', 'postgres'];
const settings = { DEFAULT_PLAN: 'enterprise', PACING_ACCOUNT: '1000/200', PACING_GLOBAL: '1000/200' };
const eventsOfPin = 3;
const batchSize = 50;
const gapMs = [2_000, 8_000] as const;
const longestSilenceMs = 600_000;
const sayEveryMs = 30_000;

/** Publishes pins that are told to an unreliable sink while the parts of delivery are killed, then judges what arrived. Throws when the service does not come back. */
export async function webhooksCampaign({ events, kills, workspaces: count, seed, log }: WebhooksOptions): Promise<WebhooksReport> {
  const begun = performance.now();
  const sink = await startUnreliableSink(seed);
  const service = await installation(settings);
  const givingUp = new AbortController();
  try {
    await service.start();
    const workspaces: Workspace[] = [];
    for (let n = 0; n < count; n += 1) {
      const [workspace] = await openWorkspace([caller(service.apiPort)], `${sink.url}/${n}`, { usernames: [`user-${n}`] });
      workspaces.push(workspace);
    }
    log(`${count} projects are open`);
    const pinsOfEach = Math.ceil(events / eventsOfPin / count);
    const creating = Promise.all(
      workspaces.map((workspace, n) =>
        createInBatches(workspace, batchesOf(`pin-${seed}-${n}`, pinsOfEach), { parallel: 1, signal: givingUp.signal }),
      ),
    );
    creating.catch(() => undefined);
    const dealt = await dealBlows(service, planOf(seed, kills), log);
    const created = await creating;
    log('all pins are created');
    const look = async () =>
      judgeDeliveries(await Promise.all(workspaces.map((workspace, n) => deliveredTo(workspace, `/${n}`, created[n] ?? [], sink))));
    // The time 100,000 events take depends on the machine: what is missing is lost when nothing at all has arrived for longer than the longest pause between two attempts.
    let verdict = await look();
    let said = performance.now();
    let arrivals = sink.calls();
    let arrivedAt = said;
    while (verdict.violations.length > 0 && performance.now() - arrivedAt < longestSilenceMs) {
      await pause(2_000);
      verdict = await look();
      if (sink.calls() > arrivals) [arrivals, arrivedAt] = [sink.calls(), performance.now()];
      if (performance.now() - said > sayEveryMs) {
        log(`${verdict.events} events, ${verdict.lost} still to come`);
        said = performance.now();
      }
    }
    await service.stop();
    return { ...verdict, killsOf: dealt.killsOf, calls: sink.calls(), refused: sink.refused(), tookMs: performance.now() - begun };
  } catch (error) {
    for (const line of service.lastWords().slice(-20)) log(line);
    throw error;
  } finally {
    givingUp.abort();
    await service.discard(false);
    await sink.stop();
  }
}

async function deliveredTo(
  workspace: Workspace,
  webhook: string,
  created: readonly { readonly title: string; readonly pinId: string | null; readonly refusal: string | null }[],
  { accepted }: Awaited<ReturnType<typeof startUnreliableSink>>,
) {
  const refusal = created.find(({ pinId }) => pinId === null);
  if (refusal) throw new Error(`${refusal.title} was refused: ${refusal.refusal}`);
  const { body } = await workspace.call('GET', `/v1/webhooks/${workspace.webhookId}/deliveries?limit=1`);
  const [newest] = (body.items ?? []) as { sequence: number }[];
  const pinIds = created.flatMap(({ pinId }) => pinId ?? []);
  return { webhook, newest: newest?.sequence ?? 0, pinIds, accepted: accepted.get(webhook) ?? [] };
}

function batchesOf(name: string, pins: number): string[][] {
  const titles = Array.from({ length: pins }, (_, index) => `${name}-${index + 1}`);
  return Array.from({ length: Math.ceil(pins / batchSize) }, (_, index) => titles.slice(index * batchSize, (index + 1) * batchSize));
}

function planOf(seed: number, kills: number): Blow[] {
  const random = seededRandom(seed + 1);
  const [least, most] = gapMs;
  return Array.from({ length: kills }, (_, n) => ({
    kind: 'kill',
    target: targets[n % targets.length] ?? 'worker',
    afterMs: Math.round(least + random() * (most - least)),
  }));
}
