import { createHash, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeHistory, uuidOf } from '../campaigns/history-edits/made-history';
import { seededRandom } from '@pps/kernel/testing';
import { startBrowser, type TestBrowser } from '../web/browser';

let browser: TestBrowser;
let server: Server;

beforeAll(async () => {
  browser = await startBrowser();
  server = createServer((request, response) => {
    const isScript = request.url === '/verify-history.mjs';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? readFileSync('docs/verify-history.mjs') : '<!doctype html><title>Verifier</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

test('a browser verifies an export by the published file alone, and names the place of an edit', async () => {
  const random = seededRandom(18);
  const { privateKey: key, publicKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(12);
  const keyId = createHash('sha256').update(raw).digest('hex').slice(0, 16);
  const workspaceId = uuidOf(random);
  const { lines, checkpoints } = makeHistory(random, { workspaceId, sizes: [5, 16], keyId, key });
  const page = await browser.open();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const verdictOn = (edited: readonly object[]) => {
    const given = [
      edited.map((line) => JSON.stringify(line)),
      checkpoints,
      [{ key_id: keyId, public_key: raw.toString('base64') }],
      workspaceId,
    ];
    // As text: the page's own import, which the compiler of tests must not take for its own.
    return page.evaluate(`import('/verify-history.mjs').then(({ verifyHistory }) => verifyHistory(...${JSON.stringify(given)}))`);
  };
  expect(await verdictOn(lines)).toMatchObject({ valid: true, leaves: 16, covered: 16 });
  const changed = lines.map((line, index) => (index === 11 ? { ...line, data: { title: 'Another door' } } : line));
  expect(await verdictOn(changed)).toMatchObject({ valid: false, leaf: 11 });
  expect(await verdictOn(lines.filter((_, index) => index !== 7))).toMatchObject({ valid: false, leaf: 7 });
  expect(browser.complaints).toEqual([]);
});
