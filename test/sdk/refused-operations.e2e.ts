import { committedModel } from '../../scripts/sdk/document-file';
import { walkedOperations, type OpenApiDocument } from '../campaigns/generated-clients/walked-operations';
import type { ClientAnswer, OperationInput, WalkedOperation } from '../campaigns/generated-clients/generated-client';
import { argumentsOf, commandsOfOperations, refusalIn } from '../cli/cli-client';
import { runPpsHere } from '../cli/run-pps-here';
import { findPython } from '../python-sdk/find-python';
import { startPythonClient, type PythonClient } from '../python-sdk/python-client';
import { newKey, register, type Account } from '../setup/account';
import { startService, type RunningService } from '../setup/running-service';
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sdkClient } from './sdk-client';
import { refusedCases, type Asker, type RefusedCase } from './refused-cases';

let service: RunningService;
let account: Account;
let python: PythonClient;
let keys: Readonly<Record<Asker, string>>;
let operations: ReadonlyMap<string, WalkedOperation>;
const home = mkdtempSync(join(tmpdir(), 'refused-'));

beforeAll(async () => {
  service = await startService({ WEBHOOK_TARGETS: 'any', DEFAULT_PLAN: 'pro', LOG_LEVEL: 'error' });
  account = await register(service.call);
  const [reader, owner] = await Promise.all([
    newKey(service.call, account.session, { scopes: ['read'] }),
    newKey(service.call, account.session, { scopes: ['read', 'write', 'destructive'] }),
  ]);
  keys = { stranger: `pps_live_${'a'.repeat(38)}`, reader: reader.text, owner: owner.text };
  operations = walkedOperations((await service.call('GET', '/openapi.json')).body as OpenApiDocument);
  python = startPythonClient(await findPython(), service.url, 'standard');
  writeFileSync(join(home, 'a.png'), 'nothing');
});
afterAll(async () => {
  python.stop();
  await service.stop();
  rmSync(home, { recursive: true, force: true });
});

const credentialsOf = ({ operation, asker }: RefusedCase): Readonly<Record<string, string>> =>
  asker === 'owner' && operation.credential === 'session'
    ? { authorization: account.session['authorization'] ?? '' }
    : { 'x-api-key': keys[asker] };

/** What the service itself says, by nothing but HTTP; null where it does not refuse. */
async function refusalOf(each: RefusedCase): Promise<string | null> {
  const { operation, input } = each;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => input.path?.[name] ?? '');
  const search = new URLSearchParams(Object.entries(input.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]));
  const response = await fetch(`${service.url}${path}?${search.toString()}`, {
    method: operation.verb,
    headers: {
      ...credentialsOf(each),
      ...(operation.body?.kind === 'json' && input.body !== undefined && { 'content-type': 'application/json' }),
    },
    body: bodyOf(operation.body?.kind, input),
    redirect: 'manual',
  });
  const text = await response.text();
  return response.status < 400 ? null : said({ status: response.status, body: JSON.parse(text) });
}

function bodyOf(kind: 'json' | 'file' | undefined, { body }: OperationInput): FormData | string | null {
  if (body === undefined) return null;
  if (kind === 'json') return JSON.stringify(body);
  const form = new FormData();
  for (const [name, file] of Object.entries(body as Readonly<Record<string, File>>)) form.set(name, file);
  return form;
}

const said = ({ status, body }: ClientAnswer): string =>
  `${status} ${(body as { readonly error?: { readonly code?: string } }).error?.code}`;

const exitCodes: Readonly<Record<number, number>> = { 401: 3, 402: 5, 403: 3, 404: 4, 429: 5, 503: 6 };

async function saidByPps(each: RefusedCase, words: readonly string[]): Promise<string> {
  const file = each.operation.body?.kind === 'file' ? join(home, 'a.png') : null;
  const args = [...words, ...argumentsOf(each.operation, each.input, file), '--json'];
  const { code, err } = await runPpsHere(args, { PPS_API_KEY: keys[each.asker], PPS_BASE_URL: service.url });
  const answer = refusalIn(err);
  return code === (exitCodes[answer.status] ?? 1) ? said(answer) : `exit code ${code} for ${answer.status}`;
}

test('whatever an operation refuses, TypeScript, Python and the command line say it as the service does', async () => {
  const [bySdk, commands] = [sdkClient(service.url), commandsOfOperations()];
  const [wrong, refused, codes]: [string[], Set<string>, Set<string>] = [[], new Set(), new Set()];
  for (const each of refusedCases(committedModel())) {
    const { id } = each.operation;
    const walked = operations.get(id);
    const [expected, words] = [await refusalOf(each), commands.get(id)?.[1]];
    if (expected === null || !walked) continue;
    refused.add(id);
    codes.add(expected);
    const asks = { typescript: bySdk, python: python.call };
    const answers: [string, string][] = [];
    for (const [name, ask] of Object.entries(asks))
      answers.push([name, await ask(walked, each.input, credentialsOf(each)).then(said, (error: unknown) => String(error).slice(0, 200))]);
    const byPps = words && !(each.asker === 'owner' && each.operation.credential === 'session') ? words : null;
    if (byPps) answers.push(['pps', await saidByPps(each, byPps).catch((error: unknown) => String(error).slice(0, 200))]);
    for (const [name, answer] of answers)
      if (answer !== expected) wrong.push(`${id} by ${name}, ${each.asker}: ${answer} instead of ${expected}`);
  }
  expect(wrong).toEqual([]);
  // What takes nothing and asks for nothing cannot be called wrongly.
  const open = ['getGoogleStatus', 'getHealthz', 'getLiveness', 'getPricing', 'getReadiness', 'getReadyz', 'getService'];
  expect([...operations.keys()].filter((id) => !refused.has(id)).sort()).toEqual(open);
  expect([...codes]).toEqual(
    expect.arrayContaining(['401 invalid_api_key', '403 insufficient_scope', '404 not_found', '422 validation_error']),
  );
});
