import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PinPublishing } from 'pin-publishing';
import { listenerId } from './listener-id';
import { openListeningWebhook } from './listening-webhook';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pps-webhook-'));
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

interface Kept {
  readonly id: string;
  secret: string;
}

/** A project that keeps the webhooks that it is given. */
function project() {
  const kept: Kept[] = [];
  const webhooks = {
    list: () => Promise.resolve(kept),
    create: (fields: object) => {
      const made = { id: `w${kept.length}`, platform_account_ids: null, ...fields } as unknown as Kept;
      kept.push(made);
      return Promise.resolve(made);
    },
    update: (id: string, fields: object) => Promise.resolve(Object.assign(kept.find((each) => each.id === id) ?? {}, fields)),
  };
  return { kept, client: { webhooks } as unknown as PinPublishing };
}

const open = (client: PinPublishing, machine: string, secret: string) =>
  openListeningWebhook(client, {
    serviceUrl: 'https://pins.example.com',
    id: listenerId(join(folder, `${machine}-main`)),
    secret,
    events: ['*'],
  });

test('two machines, whatever their names, have a webhook each, and each finds its own again', async () => {
  const { kept, client } = project();
  const ids = [await open(client, 'one', 'a'), await open(client, 'other', 'b'), await open(client, 'one', 'c')];
  expect(ids).toEqual(['w0', 'w1', 'w0']);
  expect(kept.map(({ secret }) => secret)).toEqual(['c', 'b']);
});

test('a damaged id is made anew', () => {
  const path = join(folder, 'main');
  const first = listenerId(path);
  writeFileSync(`${path}.id`, 'x', { mode: 0o600 });
  const second = listenerId(path);
  expect(second).toMatch(/^[0-9a-f]{32}$/);
  expect(second).not.toBe(first);
  expect(listenerId(path)).toBe(second);
});
