import { installation, type Installation } from '../installation/installation';
import { askUntilAnswered } from '../traffic/ask-until-answered';
import { seededRandom } from '@pps/kernel/testing';
import { openWorkspace, pinOf, type Workspace } from '../traffic/workspace';
import { caller } from '../../setup/caller';
import { setTimeout as delay } from 'node:timers/promises';

export interface KilledImportsOptions {
  readonly kills: number;
  readonly rows: number;
  readonly seed: number;
  readonly log: (line: string) => void;
}

const targets = ['orchestrator', 'orchestrator', 'api', 'projector', 'event-store', 'worker'] as const;
const endsWithinMs = 600_000;
const pollMs = 200;

/** Imports a file while processes are killed at moments chosen by chance, then sends it again: each row is one pin, the quota says so, nothing is made twice. */
export async function killedImportsCampaign({ kills, rows, seed, log }: KilledImportsOptions) {
  const random = seededRandom(seed);
  const service = await installation({ DEFAULT_PLAN: 'enterprise' });
  try {
    await service.start();
    const [workspace] = await openWorkspace([caller(service.apiPort)], 'http://127.0.0.1:9/');
    const file = Array.from({ length: rows }, (_, index) => keylessPin(workspace, `row-${seed}-${index % Math.ceil(rows * 0.9)}`));
    const begun = performance.now();
    const jobId = await send(workspace, file);
    const killing = killSome(service, random, kills, log);
    const dealt = await killing;
    const first = await ended(workspace, jobId);
    const seconds = Math.round((performance.now() - begun) / 1_000);
    const used = await quotaUsed(workspace);
    const again = await ended(workspace, await send(workspace, [...file].reverse()));
    const violations = [
      ...(first.status === 'completed' && first.created_rows === rows
        ? []
        : [`the import ended as ${JSON.stringify({ ...first, results: [] })}`]),
      ...(new Set(first.results.map(({ pin_id }) => pin_id)).size === rows ? [] : ['two rows have the same pin']),
      ...(used === rows ? [] : [`${used} units are used for ${rows} rows`]),
      ...((await pinCount(workspace)) === rows ? [] : [`${await pinCount(workspace)} pins of ${rows} rows`]),
      ...(again.created_rows === 0 && again.existing_rows === rows ? [] : [`sent again it made ${again.created_rows} pins`]),
      ...((await quotaUsed(workspace)) === used ? [] : ['sent again it used quota']),
    ];
    return { report: { seed, kills: dealt, rows, seconds, created: first.created_rows, 'created again': again.created_rows }, violations };
  } finally {
    await service.discard(false);
  }
}

/** A row without a key: those of the same title are told apart by their place among them. */
function keylessPin(workspace: Workspace, title: string): object {
  return Object.fromEntries(Object.entries(pinOf(workspace, title)).filter(([field]) => field !== 'idempotency_key'));
}

async function killSome(service: Installation, random: () => number, kills: number, log: (line: string) => void): Promise<number> {
  let dealt = 0;
  while (dealt < kills) {
    await delay(100 + random() * 900);
    const target = targets[Math.floor(random() * targets.length)] ?? 'orchestrator';
    const process = service.processOf(target);
    if (!process) continue;
    process.kill();
    dealt += 1;
    log(`${target} killed (${dealt})`);
  }
  return dealt;
}

interface Job {
  readonly id: string;
  readonly status: string;
  readonly created_rows: number;
  readonly existing_rows: number;
  readonly results: readonly { readonly pin_id: string | null }[];
}

const ask = (workspace: Workspace, method: string, path: string, body?: unknown) =>
  askUntilAnswered(`${method} ${path}`, () => workspace.call(method, path, body));

async function send(workspace: Workspace, file: readonly object[]): Promise<string> {
  const { status, body } = await ask(workspace, 'POST', '/v1/pins/imports/json', file);
  if (status !== 202) throw new Error(`the file was answered ${status}: ${JSON.stringify(body)}`);
  return (body as Job).id;
}

async function ended(workspace: Workspace, jobId: string): Promise<Job> {
  for (const deadline = performance.now() + endsWithinMs; ; await delay(pollMs)) {
    const job = (await ask(workspace, 'GET', `/v1/pins/imports/${jobId}`)).body as Job;
    if (!['queued', 'processing'].includes(job.status)) return job;
    if (performance.now() > deadline) throw new Error(`import ${jobId} is still ${job.status} with ${job.created_rows} rows`);
  }
}

const quotaUsed = async (workspace: Workspace): Promise<number> => (await ask(workspace, 'GET', '/v1/billing/status')).body.quota_used;

const pinCount = async (workspace: Workspace): Promise<number> =>
  Number((await ask(workspace, 'GET', '/v1/pins?limit=1')).headers.get('x-total-count'));
