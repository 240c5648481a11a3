import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import { ApiError, ConnectionError, type PinPublishing } from 'pin-publishing';
import { addConnectionFlags } from '../add-connection-flags';
import { connectClient } from '../connect-client';
import type { ConnectionFlags } from '../credentials/find-credential';
import { cleanJson, cleanText } from '../output/clean-text';
import { say } from '../output/say';
import { writeLine } from '../output/show-value';
import { readMoment } from '../read-moment';

interface TailFlags extends ConnectionFlags {
  readonly since: string;
  readonly category?: string;
  readonly requests: boolean;
  readonly follow: boolean;
}

/** `pps logs tail`. */
export function logsCommand(): Command {
  const group = new Command('logs');
  const tail = group
    .command('tail')
    .description('Shows activity and refused requests as they come.')
    .option('--since <moment>', 'from when on: 2026-01-05T09:00:00Z, or 10m, 2h, 7d', '10m')
    .option('--category <name>', 'activity of one category: security, publishing, billing, configuration, integration')
    .option('--no-requests', 'activity alone')
    .option('--no-follow', 'ends with what there is');
  addConnectionFlags(tail).action(tailLogs);
  return group;
}

interface Entry {
  readonly id: string;
  readonly at: Date;
  readonly line: string;
  readonly shown: object;
}

const askEveryMs = 2_000;
/** What is written late is met for so long. */
const overlapMs = 30_000;

async function tailLogs(flags: TailFlags): Promise<void> {
  const { client } = connectClient(flags);
  const begun = readMoment(flags.since);
  let [since, isLost] = [begun, false];
  const seen = new Map<string, number>();
  for (;;) {
    try {
      const entries = [...(await readActivity(client, since, flags)), ...(flags.requests ? await readRefusals(client, since) : [])];
      for (const entry of entries.sort((one, other) => one.at.getTime() - other.at.getTime())) {
        if (seen.has(entry.id)) continue;
        seen.set(entry.id, entry.at.getTime());
        writeLine(flags.json === true ? cleanJson(entry.shown) : entry.line);
      }
      if (isLost) say('live', 'green');
      isLost = false;
    } catch (error) {
      if (!(error instanceof ConnectionError) && !(error instanceof ApiError && error.status >= 500)) throw error;
      if (!isLost) say('lost; trying again', 'yellow');
      isLost = true;
    }
    if (!flags.follow) return;
    const newest = Math.max(begun.getTime(), ...seen.values());
    since = new Date(Math.max(begun.getTime(), newest - overlapMs));
    for (const [id, at] of seen) if (at < since.getTime()) seen.delete(id);
    await pause(askEveryMs);
  }
}

async function readActivity(client: PinPublishing, since: Date, { category }: TailFlags): Promise<readonly Entry[]> {
  const found: Entry[] = [];
  const query = { since, limit: 200, ...(category !== undefined && { category }) } as Parameters<typeof client.activity.list>[0];
  for await (const each of client.activity.list(query)) {
    const words = [each.created_at.toISOString(), each.status, each.action, each.message];
    found.push({ id: each.id, at: each.created_at, line: words.map((word) => cleanText(word, 200)).join('  '), shown: each });
  }
  return found;
}

async function readRefusals(client: PinPublishing, since: Date): Promise<readonly Entry[]> {
  const found: Entry[] = [];
  for await (const each of client.requests.list({ since, limit: 200 } as Parameters<typeof client.requests.list>[0])) {
    if (each.status < 400) continue;
    const words = [each.at.toISOString(), String(each.status), `${each.method} ${each.route}`, each.code ?? '-', each.request_id];
    found.push({
      id: `${each.request_id} ${each.at.toISOString()}`,
      at: each.at,
      line: words.map((word) => cleanText(word, 200)).join('  '),
      shown: each,
    });
  }
  return found;
}
