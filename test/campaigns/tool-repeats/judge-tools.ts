import { setTimeout as delay } from 'node:timers/promises';
import { wholeLedger } from '../../billing/quota-workspace';
import { listPins, listPlatformPins } from '../evidence/evidence';
import type { Workspace } from '../traffic/workspace';
import type { Asked } from './deeds';

const settledWithinMs = 180_000;

/** What is there that was not asked for, is there twice, or is missing, once everything has come to rest. */
export async function judgeTools(workspace: Workspace, platformUrl: string, asked: Asked): Promise<readonly string[]> {
  const deadline = performance.now() + settledWithinMs;
  for (;;) {
    const violations = await violationsOf(workspace, platformUrl, asked);
    if (violations.length === 0 || performance.now() > deadline) return [...violations, ...asked.contradictions];
    await delay(500);
  }
}

async function violationsOf(workspace: Workspace, platformUrl: string, asked: Asked): Promise<string[]> {
  const [pins, published, ledger] = [await listPins(workspace), await listPlatformPins(platformUrl), await wholeLedger(workspace.call)];
  const { body: billing } = await workspace.call('GET', '/v1/billing/status');
  const boards = await namesAt(workspace, `/v1/platform/boards?account_id=${workspace.accountId}&fresh=true`, 'name');
  const found = {
    pins: counted(pins.map(({ title }) => title)),
    boards: counted(boards.filter((name) => name.startsWith('Doors '))),
    schedules: counted(await scheduledTitles(workspace)),
  };
  const net = new Map<string, number>();
  for (const { pin_id: id, kind } of ledger) net.set(id, (net.get(id) ?? 0) + (kind === 'consumed' ? 1 : -1));
  const held = [...net.values()].reduce((sum, units) => sum + units, 0);
  return [
    ...misfits('pin', found.pins, asked.pins),
    ...misfits('board', found.boards, asked.boards),
    ...misfits('schedule', found.schedules, asked.schedules),
    ...published.filter(({ count }) => count > 1).map(({ title, count }) => `${title} was published ${count} times`),
    ...pins.filter(({ status }) => status !== 'published').map(({ title, status }) => `${title} is ${status}`),
    ...pins.filter(({ id }) => net.get(id) !== 1).map(({ id, title }) => `${title} took ${net.get(id) ?? 0} units`),
    ...[...net].filter(([, units]) => units !== 0 && units !== 1).map(([id, units]) => `pin ${id} took ${units} units`),
    ...(held > asked.pins.length + asked.deleted.length ? [`${held} units for ${asked.pins.length} pins that are there`] : []),
    ...(billing.quota_used === held ? [] : [`${billing.quota_used} units used, the ledger has ${held}`]),
  ];
}

function counted(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

const misfits = (kind: string, found: ReadonlyMap<string, number>, asked: readonly string[]): string[] => [
  ...asked.filter((name) => found.get(name) !== 1).map((name) => `${kind} ${name} is there ${found.get(name) ?? 0} times`),
  ...[...found.keys()].filter((name) => !asked.includes(name)).map((name) => `${kind} ${name} is there, which nobody asked for`),
];

async function namesAt({ call }: Workspace, path: string, field: string): Promise<string[]> {
  const { status, body } = await call('GET', path);
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return (body as Record<string, string>[]).map((each) => each[field] ?? '');
}

async function scheduledTitles({ call }: Workspace): Promise<string[]> {
  const titles: string[] = [];
  for (;;) {
    const { status, body } = await call('GET', `/v1/schedules?limit=200&offset=${titles.length}`);
    if (status !== 200) throw new Error(`the list of schedules answered ${status}`);
    const page = (Array.isArray(body) ? body : body.items) as { readonly payload: { readonly title: string } }[];
    titles.push(...page.map(({ payload }) => payload.title));
    if (page.length < 200) return titles;
  }
}
