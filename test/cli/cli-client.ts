import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PinPublishing } from 'pin-publishing';
import { cliGroups, commandName } from '../../scripts/sdk/cli/write-group';
import { committedModel } from '../../scripts/sdk/document-file';
import type { SdkOperation } from '../../scripts/sdk/sdk-model';
import type { ClientAnswer, GeneratedClient, OperationInput } from '../campaigns/generated-clients/generated-client';
import { sdkClient } from '../sdk/sdk-client';
import type { Pps } from './bundled-pps';

/** The operations that have a command, each with the words that are typed. */
export const commandsOfOperations = (): ReadonlyMap<string, readonly [SdkOperation, readonly string[]]> =>
  new Map(
    cliGroups(committedModel()).flatMap(({ name, operations }) =>
      operations.map((each) => [each.id, [each, [name, commandName(each)]]] as const),
    ),
  );

/** The service by the command line, a process for the first success of each operation; the rest, and what has no command, by the SDK. `done` is told what a command did. */
export function cliClient(pps: Pps, baseUrl: string, done: Set<string>): GeneratedClient {
  const [commands, bySdk, keys] = [commandsOfOperations(), sdkClient(baseUrl), new Map<string, string>()];
  return async (operation, input, credentials) => {
    const [found, words] = commands.get(operation.id) ?? [];
    const token = credentials['authorization'] ?? credentials['Authorization'];
    // What only a session may, a key is refused.
    if (!found || !words || token === undefined || input.headers || done.has(operation.id)) return bySdk(operation, input, credentials);
    const key = keys.get(token) ?? (await makeKey(baseUrl, token));
    keys.set(token, key);
    const args = [...words, ...argumentsOf(found, input, await writtenFile(pps, found, input)), '--json'];
    const { code, out, err } = await pps.run(args, { PPS_API_KEY: key, PPS_BASE_URL: baseUrl });
    if (code === 2) throw new Error(`pps ${args.join(' ')}: ${err}`);
    if (code !== 0) return refusalIn(err);
    done.add(operation.id);
    return answerOf(found, operation.statuses, out);
  };
}

async function makeKey(baseUrl: string, token: string): Promise<string> {
  const client = new PinPublishing({ baseUrl, accessToken: token.replace(/^Bearer /, '') });
  return (await client.apiKeys.create({ name: 'walk by pps' })).api_key;
}

async function writtenFile(pps: Pps, { body }: SdkOperation, input: OperationInput): Promise<string | null> {
  if (body?.kind !== 'file') return null;
  const file = (input.body as Readonly<Record<string, File>>)[body.field];
  const name = join(pps.home, file?.name ?? 'file');
  writeFileSync(name, Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer(0)));
  return name;
}

/** What is typed behind the words of a command. */
export function argumentsOf({ pathParameters, query, body }: SdkOperation, input: OperationInput, file: string | null): readonly string[] {
  const path = pathParameters.map(({ name }) => String(input.path?.[name] ?? ''));
  if (file !== null) return [...path, file];
  if (Array.isArray(input.body)) return [...path, '--data', JSON.stringify(input.body)];
  const fields = { ...input.query, ...(body ? (input.body as object | undefined) : {}) };
  if (body) return [...path, ...(Object.keys(fields).length > 0 ? ['--data', JSON.stringify(fields)] : [])];
  const flags = query.flatMap(({ name }) => {
    const value = input.query?.[name];
    return value === undefined ? [] : [`--${name.replace(/_/g, '-')}`, String(value)];
  });
  return [...path, ...flags];
}

function answerOf({ answer }: SdkOperation, statuses: readonly number[], out: string): ClientAnswer {
  const status = (out === '' ? statuses.find((each) => each === 204) : undefined) ?? statuses[0] ?? 200;
  if (answer.kind === 'bytes' || answer.kind === 'text' || answer.kind === 'lines') return { status, body: new Blob([out]) };
  return { status, body: out === '' ? undefined : (JSON.parse(out) as unknown) };
}

/** The refusal that a command printed as JSON. */
export function refusalIn(err: string): ClientAnswer {
  const line = err.split('\n').find((each) => each.startsWith('{"error"')) ?? '{}';
  const { error } = JSON.parse(line) as { readonly error?: Readonly<Record<string, unknown>> };
  if (typeof error?.['status'] !== 'number') throw new Error(err);
  return { status: error['status'], body: { error } };
}
