import { plainFetch } from '../campaigns/generated-clients/generators/plain-fetch';
import type { GeneratedClient } from '../campaigns/generated-clients/generated-client';
import { looseTexts } from '../campaigns/generated-clients/loose-texts';
import { startWalkedInstallation } from '../campaigns/generated-clients/walked-installation';
import { walkedOperations } from '../campaigns/generated-clients/walked-operations';
import { walkService, type Walk } from '../campaigns/generated-clients/walk/walk-service';
import { bundledPps, type Pps } from '../cli/bundled-pps';
import { cliClient, commandsOfOperations } from '../cli/cli-client';
import { findPython, findPythonWithHttpx } from '../python-sdk/find-python';
import { startPythonClient } from '../python-sdk/python-client';
import { runPython } from '../python-sdk/run-python';
import { sdkClient } from '../sdk/sdk-client';
import { migratedDatabase } from '../setup/migrated-database';

// One service for all: each walks it as a customer of its own, and they wait for its pins at the same time.

let walked: Awaited<ReturnType<typeof startWalkedInstallation>>;
let pps: Pps;
beforeAll(async () => {
  pps = bundledPps();
  walked = await startWalkedInstallation({ DEFAULT_PLAN: 'enterprise', DATABASE_URL: await migratedDatabase() });
});
afterAll(async () => {
  await walked?.stop();
  pps?.remove();
});

/** The walk, which has reached every operation and found no fault in any answer. */
async function walkWhole(client: GeneratedClient): Promise<Walk> {
  const operations = walkedOperations(walked.document);
  const walk = await walkService(client, operations, walked.service);
  const reached = new Set(walk.steps.map(({ operation }) => operation.id));
  expect(walk.broken).toEqual([]);
  expect(walk.steps.flatMap(({ operation, fault }) => (fault === null ? [] : [`${operation.id}: ${fault}`]))).toEqual([]);
  expect([...operations.keys()].filter((id) => !reached.has(id))).toEqual([]);
  expect(operations.size).toBeGreaterThan(100);
  return walk;
}

it.concurrent('every operation answers no less closely than its document says', async () => {
  const { steps } = await walkWhole(plainFetch(walked.service.baseUrl));
  expect(looseTexts(walked.document, steps)).toEqual([]);
});

it.concurrent('every operation is carried out by its method in TypeScript', () => walkWhole(sdkClient(walked.service.baseUrl)));

it.concurrent('every operation that has a command is carried out by it, as a process', async () => {
  const done = new Set<string>();
  await walkWhole(cliClient(pps, walked.service.baseUrl, done));
  expect([...commandsOfOperations().keys()].filter((id) => !done.has(id))).toEqual([]);
});

// Each transport and each kind of client once; the package's tests beside a stand-in pair them all.
it.concurrent.each([
  ['for threads, by the standard library', findPython, 'standard'],
  ['in a loop, by httpx', findPythonWithHttpx, 'async-httpx'],
] as const)('every operation is called by its method in Python %s, and no word of an answer is lost', async (_, find, kind) => {
  const client = startPythonClient(await find(), walked.service.baseUrl, kind);
  try {
    await walkWhole(client.call);
  } finally {
    client.stop();
  }
});

it.concurrent.each([
  ['the standard library', findPython, 'standard'],
  ['httpx', findPythonWithHttpx, 'httpx'],
] as const)('what the Python package promises holds against the service, by %s', async (_, find, transport) => {
  const settings = { PPS_BASE_URL: walked.service.baseUrl, SDK_TRANSPORT: transport };
  const { code, said } = await runPython(await find(), ['-W', 'ignore::ResourceWarning', '-m', 'unittest', 'live_service'], settings);
  expect(code === 0 ? '' : said).toBe('');
});
