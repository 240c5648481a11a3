import { setTimeout as delay } from 'node:timers/promises';
import { sumOf, wholeLedger, type LedgerItem } from '../../billing/quota-workspace';
import { listPins } from '../evidence/evidence';
import type { Operations } from './quota-operations';
import { pinOf, type Workspace } from '../traffic/workspace';

/** The same number from every source. */
export interface QuotaAudit {
  readonly created: number;
  readonly listedAndDeleted: number;
  readonly ledgerSum: number;
  readonly newestBalance: number;
  readonly statusUsed: number;
  readonly headerUsed: number;
  readonly bodyUsed: number;
  /** Units of lost requests and late ones, given back. */
  readonly released: number;
  readonly violations: readonly string[];
}

const settlesWithinMs = 120_000;

/** Compares what every source says of the quota once all reservations are settled; a difference by then is a violation. */
export async function auditQuota(ways: readonly Workspace[], operations: Operations): Promise<QuotaAudit> {
  const deadline = performance.now() + settlesWithinMs;
  for (;;) {
    const audits = await Promise.all(ways.map((way) => auditOnce(way, operations)));
    const [first] = audits;
    if (!first) throw new Error('a way to an API is needed');
    const violations = audits.flatMap((audit) => audit.violations);
    if (violations.length === 0 || performance.now() > deadline) return { ...first, violations };
    await delay(500);
  }
}

async function auditOnce(way: Workspace, { created, deleted }: Operations): Promise<QuotaAudit> {
  const ledger = await wholeLedger(way.call);
  const listed = new Set((await listPins(way)).map(({ id }) => id));
  const status = (await way.call('GET', '/v1/billing/status')).body;
  const validated = await way.call('POST', '/v1/pins/validate', pinOf(way, 'quota-audit'));
  const counts = {
    created: created.size,
    listedAndDeleted: new Set([...listed, ...deleted]).size,
    ledgerSum: sumOf(ledger),
    newestBalance: ledger[0]?.balance ?? 0,
    statusUsed: Number(status.quota_used),
    headerUsed: Number(validated.headers.get('x-service-quota-used')),
    bodyUsed: Number(validated.body.headroom.quota_used),
  };
  const released = ledger.filter(({ kind }) => kind === 'released');
  const different = Object.entries(counts).filter(([, value]) => value !== created.size);
  const violations = [
    ...different.map(([name, value]) => `${name} is ${value} instead of ${created.size}`),
    ...released.filter(({ reason }) => reason !== 'pin_abandoned').map(({ reason }) => `a unit was given back for ${reason}`),
    ...unitsOf(ledger, created),
    ...balancesOf(ledger),
  ];
  return { ...counts, released: released.length, violations };
}

/** One unit for each pin that was created, none for any other. */
function unitsOf(ledger: readonly LedgerItem[], created: ReadonlySet<string>): string[] {
  const units = new Map<string, number>();
  for (const { kind, pin_id } of ledger) units.set(pin_id, (units.get(pin_id) ?? 0) + (kind === 'consumed' ? 1 : -1));
  const ids = new Set([...units.keys(), ...created]);
  return [...ids].flatMap((id) => {
    const wanted = created.has(id) ? 1 : 0;
    return (units.get(id) ?? 0) === wanted ? [] : [`pin ${id} has ${units.get(id) ?? 0} units instead of ${wanted}`];
  });
}

/** Each line's balance follows from the one before. */
function balancesOf(ledger: readonly LedgerItem[]): string[] {
  let balance = 0;
  return [...ledger].reverse().flatMap((item) => {
    balance += item.kind === 'consumed' ? 1 : -1;
    return item.balance === balance ? [] : [`a line of the ledger says ${item.balance} instead of ${balance}`];
  });
}
