import { Pool } from 'undici';
import { newKey, register } from '../test/setup/account';
import { caller } from '../test/setup/caller';
import { connectPlatformUser } from '../test/setup/platform-user';
import { startBrowser } from '../test/web/browser';
import { changesOnScreen } from './changes-on-screen';
import { cutOff } from './cut-off';
import { firstLoad } from './first-load';
import { interactions } from './interactions';
import { longList } from './long-list';
import { serviceUnderLoad } from './service-under-load';
import { createBatch, waitUntilSettled } from './tenant';

// What people feel in the console, in Chromium on this machine: a first load on a slow phone's processor and network, a very long list, how long a click takes,
// how long after its fact a change is on the screen, and whether the screen is right after its stream was cut again and again.

const rows = Number(process.env['ROWS'] ?? 100_000);
const seconds = Number(process.env['SECONDS'] ?? 30);
const cuts = Number(process.env['CUTS'] ?? 200);
const ratePerSecond = 50;
const batch = 100;
// Nothing is published meanwhile.
const standstill = { PACING_ACCOUNT: '1/0.001', PACING_GLOBAL: '1/0.001' };

export async function run(): Promise<void> {
  const [under, browser] = [await serviceUnderLoad(standstill), await startBrowser()];
  const port = under.service.apiPort;
  const http = new Pool(`http://127.0.0.1:${port}`, { connections: 16, pipelining: 1 });
  try {
    const call = caller(port);
    const person = await register(call);
    const { headers } = await newKey(call, person.session);
    const { account_id: accountId } = (await connectPlatformUser(call, headers, { username: 'console' })).body;
    const [board] = (await call('GET', `/v1/platform/boards?account_id=${accountId}`, undefined, headers)).body;
    const owner = { ...person, accountId, boardId: board.id as string, headers };
    const at = { url: `http://127.0.0.1:${port}`, call };

    await createBatch(http, owner, batch);
    await waitUntilSettled(http, owner);
    console.log('first load of /app/pins, CPU ÷ 4, 1.6 Mbit/s, 150 ms; median of 5');
    console.table(await firstLoad(at, browser, owner));
    console.log('a click or key to the next paint, ms');
    console.table(await interactions(at, browser, owner));
    console.log(`from the answer of a change to its place on the screen, ${ratePerSecond}/s for ${seconds} s, ms`);
    console.table(await changesOnScreen(at, browser, owner, { ratePerSecond, seconds }));
    console.log(`all connections of the window cut ${cuts} times while pins change`);
    console.table(await cutOff(at, port, browser, owner, cuts));

    for (let created = batch; created < rows; created += batch) await createBatch(http, owner, batch);
    await waitUntilSettled(http, owner);
    console.log(`${rows} rows`);
    console.table(await longList(at, browser, owner));
  } finally {
    await Promise.all([http.close(), browser.close()]);
    await under.stop();
  }
}
