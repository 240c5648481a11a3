import { PinPublishing } from 'pin-publishing';
import { newQuotaWorkspace, sumOf } from '../billing/quota-workspace';
import { seededDraw } from '../refusals/fuzzed-body';
import type { Call } from '../setup/caller';
import { creatingClients, type CreatingClientName } from './creating-clients';
import { startLossyProxy, type Fate } from './lossy-proxy';

export interface LossReport {
  readonly created: number;
  readonly requests: number;
  /** Pins beyond the first of a title. */
  readonly double: number;
  /** Titles without a pin, and ids that were answered and that no pin has. */
  readonly lost: number;
  readonly quotaUsed: number;
  readonly ledgerSum: number;
  readonly fates: Readonly<Record<Fate, number>>;
}

interface Asked {
  readonly url: string;
  readonly call: Call;
  readonly client: CreatingClientName;
  readonly creations: number;
  readonly seed: number;
}

const losses: readonly Fate[] = ['cut before', 'cut in the answer', 'cut after', 'too many', 'unavailable', 'unavailable after'];

/** Lets an SDK create pins in a workspace of its own while half of the requests are lost on the way, and counts what came of it. */
export async function createThroughLosses({ url, call, client, creations, seed }: Asked): Promise<LossReport> {
  const owner = await newQuotaWorkspace(call);
  const draw = seededDraw(seed);
  const proxy = await startLossyProxy(url, () => (draw(2) === 0 ? 'passed' : (losses[draw(losses.length)] ?? 'passed')));
  try {
    const apiKey = owner.headers['x-api-key'] ?? '';
    const answered = await creatingClients[client]({ baseUrl: proxy.url, apiKey, draft: owner.draft(), count: creations });
    const listed = new Map<string, string>();
    const titles = new Map<string, number>();
    for await (const { id, title } of new PinPublishing({ baseUrl: url, apiKey }).pins.list({ limit: 200 })) {
      listed.set(id, title);
      titles.set(title, (titles.get(title) ?? 0) + 1);
    }
    return {
      created: answered.length,
      requests: [...proxy.fates.values()].reduce((sum, count) => sum + count, 0),
      double: listed.size - titles.size,
      lost: creations - titles.size + answered.filter(([title, id]) => listed.get(id) !== title).length,
      quotaUsed: await owner.used(),
      ledgerSum: sumOf(await owner.ledger()),
      fates: Object.fromEntries(proxy.fates) as Record<Fate, number>,
    };
  } finally {
    await proxy.stop();
  }
}

/** What of a report is against the promise, and which trouble never came. */
export function violationsOf(report: LossReport, creations: number): readonly string[] {
  const { created, double, lost, quotaUsed, ledgerSum, fates } = report;
  const counted = { created, quotaUsed, ledgerSum };
  return [
    ...Object.entries(counted).flatMap(([name, count]) => (count === creations ? [] : [`${name}: ${count} instead of ${creations}`])),
    ...(double === 0 ? [] : [`${double} double`]),
    ...(lost === 0 ? [] : [`${lost} lost`]),
    ...losses.flatMap((fate) => (fates[fate] ? [] : [`nothing was ${fate}`])),
  ];
}
