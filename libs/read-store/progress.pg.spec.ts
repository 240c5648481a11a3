import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import { Client } from 'pg';
import { openDatabase, ProgressListener, type Database } from '.';

let db: Database;
let progress: ProgressListener;
const heard: string[] = [];

beforeAll(async () => {
  const url = await freshDatabase();
  db = openDatabase(url);
  progress = new ProgressListener(url);
  progress.observe((name, position) => void heard.push(`${name} ${position}`));
  progress.start();
  await eventually('the listener', async () => {
    await announce('other 1 1');
    return heard.length > 0 ? true : undefined;
  });
});
afterAll(async () => {
  await progress.stop();
  await db.destroy();
});

const announce = (payload: string) => db.raw('select pg_notify(?, ?)', ['projection_progress', payload]);

/** Whether the wait was over before its time. */
async function isWoken(wait: (ms: number) => Promise<void>, ms: number): Promise<boolean> {
  const begun = performance.now();
  await wait(ms);
  return performance.now() - begun < ms;
}

it('reads one after the other, as releases of pg after 8 want it', async () => {
  const { query } = Client.prototype;
  const texts = ['select 1 as n', 'select fault', 'select 2 as n'];
  const begun: string[] = [];
  let [open, most] = [0, 0];
  const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...asked: { text?: string }[]) {
    const answering = (query as (...asked: readonly object[]) => Promise<object>).apply(this, asked);
    const { text = '' } = asked[0] ?? {};
    if (!texts.includes(text)) return answering;
    begun.push(text);
    most = Math.max(most, ++open);
    return answering.finally(() => (open -= 1));
  } as never);
  try {
    const read = (text: string) => progress.read<{ n: number }>(text, []);
    const answers = await Promise.all(texts.map((text) => read(text).catch(() => [])));
    expect(answers).toEqual([[{ n: 1 }], [], [{ n: 2 }]]);
    expect({ most, begun }).toEqual({ most: 1, begun: texts });
  } finally {
    spy.mockRestore();
  }
});

describe('a loop over rows of projections', () => {
  it('is woken by facts of its own projections only, though others hear how far all have come', async () => {
    const wait = progress.loop(['pins', 'webhooks'], 1);
    let isOver = false;
    const woken = isWoken(wait, 60_000).finally(() => (isOver = true));
    await announce('schedules 1 7,pins 1 7 unchanged');
    await eventually('what concerns others', async () =>
      ['schedules 7', 'pins 7'].every((each) => heard.includes(each)) ? true : undefined,
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).toBe(false);
    await announce('schedules 1 8 unchanged,webhooks 1 8');
    expect(await woken).toBe(true);
  });

  it('ends with a signal', async () => {
    const ending = new AbortController();
    const wait = progress.loop(['pins'], 1);
    const ended = isWoken((ms) => wait(ms, ending.signal), 60_000);
    ending.abort();
    expect(await ended).toBe(true);
  });

  it('goes on at once where its last round is longer ago than its pause', async () => {
    const wait = progress.loop(['pins'], 600_000);
    const waited = wait(600_000);
    const now = performance.now();
    const later = jest.spyOn(performance, 'now').mockReturnValue(now + 600_000);
    await announce('pins 1 10');
    await waited;
    later.mockRestore();
  });

  it('misses nothing that was projected while it worked', async () => {
    const wait = progress.loop(['pins'], 1);
    await wait(1);
    const before = heard.length;
    await announce('pins 1 9');
    await eventually('the news', async () => (heard.length > before ? true : undefined));
    expect(await isWoken(wait, 60_000)).toBe(true);
  });
});
