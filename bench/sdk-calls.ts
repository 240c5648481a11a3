import { join } from 'node:path';
import { PinPublishing } from 'pin-publishing';
import { runPython, sdkFolder } from '../test/python-sdk/run-python';

/** Milliseconds that a call took, and of them processor time of its own process. */
type Timed = readonly [ms: number, cpuMs: number];
/** One call without and one with the SDK. */
export type Pair = readonly [bare: Timed, bySdk: Timed];
/** What was read, each with its pairs of calls. */
export type SdkCalls = Readonly<Record<string, readonly Pair[]>>;

export interface Read {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly pinId: string;
  readonly pairs: number;
  readonly warmUp: number;
}

/** Reads the same by bare `fetch` and by the TypeScript SDK, in turn. */
export async function readByTypescript({ baseUrl, apiKey, pinId, pairs, warmUp }: Read): Promise<SdkCalls> {
  const client = new PinPublishing({ baseUrl, apiKey });
  const readBare = async (path: string): Promise<void> => {
    const response = await fetch(`${baseUrl}${path}`, { headers: { 'x-api-key': apiKey, accept: 'application/json' } });
    if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
    await response.json();
  };
  const inTurn = async (bare: () => Promise<unknown>, bySdk: () => Promise<unknown>): Promise<readonly Pair[]> => {
    const found: Pair[] = [];
    for (let number = 0; number < pairs + warmUp; number += 1) {
      const [first, second] = number % 2 === 0 ? [bare, bySdk] : [bySdk, bare];
      const [one, other] = [await timed(first), await timed(second)];
      if (number >= warmUp) found.push(number % 2 === 0 ? [one, other] : [other, one]);
    }
    return found;
  };
  return {
    'one pin': await inTurn(
      () => readBare(`/v1/pins/${pinId}`),
      () => client.pins.get(pinId),
    ),
    'a page of 50': await inTurn(
      () => readBare('/v1/pins?limit=50'),
      () => client.pins.list({ limit: 50 }),
    ),
  };
}

async function timed(call: () => Promise<unknown>): Promise<Timed> {
  const [begun, before] = [performance.now(), process.cpuUsage()];
  await call();
  const { user, system } = process.cpuUsage(before);
  return [performance.now() - begun, (user + system) / 1_000];
}

/** The same by bare `http.client` and by the Python SDK, in a process of its own. */
export async function readByPython(
  { baseUrl, apiKey, pinId, pairs, warmUp }: Read,
  python: string,
  transport: 'standard' | 'httpx',
): Promise<SdkCalls> {
  const args = [join(sdkFolder, 'tests/call_in_turn.py'), baseUrl, pinId, String(pairs), String(warmUp)];
  const { code, said } = await runPython(python, args, { PPS_API_KEY: apiKey, SDK_TRANSPORT: transport }, { timeoutMs: 3_600_000 });
  if (code !== 0) throw new Error(said);
  return JSON.parse(said) as SdkCalls;
}
