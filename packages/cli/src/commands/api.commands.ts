import { Command } from 'commander';
import { addConnectionFlags } from '../add-connection-flags';
import { CommandFailed } from '../command-failed';
import { connectClient } from '../connect-client';
import type { ConnectionFlags } from '../credentials/find-credential';
import { readText } from '../operations/read-given';
import { showValue } from '../output/show-value';

interface ApiFlags extends ConnectionFlags {
  readonly data?: string;
  readonly query?: readonly string[];
  readonly idempotencyKey?: string;
}

/** `pps api METHOD PATH`. */
export const apiCommand = (): Command =>
  addConnectionFlags(
    new Command('api')
      .argument('<method>', 'GET, POST, PUT, PATCH or DELETE')
      .argument('<path>', 'such as /v1/pins')
      .option('--data <json>', 'the body: as it stands, @file, or - for standard input')
      .option('--query <name=value...>', 'parameters of the query')
      .option('--idempotency-key <key>', 'the same call with the same key does nothing twice'),
  ).action(callRoute);

const verbs: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

async function callRoute(method: string, path: string, { data, query = [], idempotencyKey, ...flags }: ApiFlags): Promise<void> {
  const verb = method.toUpperCase();
  if (!verbs.includes(verb)) throw new CommandFailed(`the method is one of ${verbs.join(', ')}`, 'usage');
  if (!path.startsWith('/')) throw new CommandFailed('the path begins with a slash: /v1/pins', 'usage');
  const body = data === undefined ? undefined : jsonOf(readText(data));
  const parameters = Object.fromEntries(query.map((each) => pairOf(each)));
  const { client } = connectClient(flags);
  const answer = await client.request(verb, path, { body, query: parameters, ...(idempotencyKey !== undefined && { idempotencyKey }) });
  showValue(answer, { json: flags.json === true });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new CommandFailed('--data must be JSON', 'usage');
  }
}

function pairOf(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new CommandFailed('--query takes name=value', 'usage');
  return [text.slice(0, at), text.slice(at + 1)];
}
