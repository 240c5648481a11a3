import { newId } from '@pps/kernel';
import { readFileSync } from 'node:fs';
import { sendMutated, type MutatedAnswers } from '../../mcp/send-mutated';
import { newKey, register } from '../../setup/account';
import { startFleet, type GrantFleet } from '../grants/grant-fleet';

export interface FloodOptions {
  readonly messages: number;
  readonly registrations: number;
  readonly seed: number;
}

export interface FloodReport extends MutatedAnswers {
  /** How often each status was answered to a registration. */
  readonly registered: Readonly<Record<string, number>>;
  /** The most rows of programs that nobody agreed to, and whether the one that somebody agreed to is left. */
  readonly mostRows: number;
  readonly isUsedOneLeft: boolean;
  /** Of the API process, in MiB: after a tenth, and in the end. */
  readonly messagesMib: readonly [number, number];
  readonly registrationsMib: readonly [number, number];
}

const atOnce = 8;

/** Sends an API process messages with something wrong about each, then registers as many programs; looks for faults, rows and memory that grow. */
export async function connectorFloodsCampaign({ messages, registrations, seed }: FloodOptions): Promise<FloodReport> {
  const fleet = await startFleet(1);
  try {
    const person = await register(fleet.call);
    const { headers: key } = await newKey(fleet.call, person.session);
    const publisher = { accountId: newId(), boardId: '1' };
    const send = async ({ body, headers }: { readonly body: string; readonly headers: Record<string, string> }) => {
      const answer = await fleet.fetch(`${fleet.url}/mcp`, { method: 'POST', body, headers: { ...headers, ...key } });
      return { status: answer.status, text: await answer.text() };
    };
    const first = await sendMutated(send, publisher, { messages: Math.ceil(messages / 10), seed, atOnce });
    const warmMib = residentMib(fleet);
    const rest = await sendMutated(send, publisher, { messages: messages - Math.ceil(messages / 10), seed: seed + 1, atOnce });
    const messagesMib = [warmMib, residentMib(fleet)] as const;
    return {
      ...{ statuses: summed(first.statuses, rest.statuses), faults: [...first.faults, ...rest.faults], messagesMib },
      ...(await floodRegistrations(fleet, registrations)),
    };
  } finally {
    await fleet.stop();
  }
}

async function floodRegistrations(fleet: GrantFleet, count: number) {
  const registered: Record<string, number> = {};
  const rows = () => fleet.db('identity.registered_client').whereNull('authorized_at').count('* as count').first();
  let [sent, mostRows, warmMib] = [0, 0, 0];
  const add = async (client_name: string) => {
    const body = JSON.stringify({ client_name, redirect_uris: ['https://app.example.com/callback'] });
    const answer = await fleet.fetch(`${fleet.url}/oauth/register`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    registered[answer.status] = (registered[answer.status] ?? 0) + 1;
    return (await answer.json()) as { readonly client_id: string };
  };
  const { client_id: usedId } = await add('Used');
  await fleet.db('identity.registered_client').where({ client_id: usedId }).update({ authorized_at: new Date() });
  const work = async () => {
    for (let n = sent++; n < count; n = sent++) {
      await add(`Flood ${n}`);
      if (n === Math.floor(count / 10)) warmMib = residentMib(fleet);
      if (n % 1_000 === 0 || n === count - 1) mostRows = Math.max(mostRows, Number((await rows())?.['count'] ?? 0));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const used = await fleet.db('identity.registered_client').where({ client_id: usedId }).first();
  return { registered, mostRows, isUsedOneLeft: used !== undefined, registrationsMib: [warmMib, residentMib(fleet)] as const };
}

function summed(...all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const counts of all) for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

/** What the process has in memory (Linux). */
function residentMib(fleet: GrantFleet): number {
  const status = readFileSync(`/proc/${fleet.pids()[0] ?? 0}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024);
}
