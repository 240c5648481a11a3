import { join } from 'node:path';
import { PinPublishing } from 'pin-publishing';
import { findPython, findPythonWithHttpx } from '../python-sdk/find-python';
import { runPython, sdkFolder } from '../python-sdk/run-python';

export interface Creations {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** What every pin has, but for its title. */
  readonly draft: Readonly<Record<string, unknown>>;
  readonly count: number;
}

/** Creates `Door 0`, `Door 1`, … with an SDK, many at once; resolves with each title and the id that it was answered with. */
export type CreatingClient = (asked: Creations) => Promise<readonly (readonly [title: string, id: string])[]>;

const atOnce = 32;
/** Half of the tries are lost: nobody loses so many in a row. */
const maxRetries = 40;
const hoursMs = 3 * 3_600_000;

/** What creates pins, by its name. */
export const creatingClients = {
  TypeScript: createByTypescript,
  Python: (asked: Creations) => createByPython(asked, findPython, 'standard'),
  'Python by httpx': (asked: Creations) => createByPython(asked, findPythonWithHttpx, 'httpx'),
} satisfies Readonly<Record<string, CreatingClient>>;

export type CreatingClientName = keyof typeof creatingClients;

async function createByTypescript({ baseUrl, apiKey, draft, count }: Creations): Promise<readonly (readonly [string, string])[]> {
  const client = new PinPublishing({ baseUrl, apiKey, maxRetries, timeoutMs: 30_000 });
  const waiting = Array.from({ length: count }, (_, number) => `Door ${number}`);
  const created: (readonly [string, string])[] = [];
  const work = async (): Promise<void> => {
    for (let title = waiting.pop(); title !== undefined; title = waiting.pop()) {
      const pin = await client.pins.create({ ...draft, title } as unknown as Parameters<typeof client.pins.create>[0]);
      created.push([title, pin.id]);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return created;
}

async function createByPython(
  { baseUrl, apiKey, draft, count }: Creations,
  find: () => Promise<string>,
  transport: string,
): Promise<readonly (readonly [string, string])[]> {
  const args = [join(sdkFolder, 'tests/create_pins.py'), baseUrl, ...[count, atOnce, maxRetries].map(String)];
  const environment = { PPS_API_KEY: apiKey, PPS_DRAFT: JSON.stringify(draft), SDK_TRANSPORT: transport };
  const { code, said } = await runPython(await find(), args, environment, { timeoutMs: hoursMs });
  if (code !== 0) throw new Error(said);
  return JSON.parse(said) as readonly (readonly [string, string])[];
}
