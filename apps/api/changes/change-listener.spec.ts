import type { Principal } from '@pps/identity';
import { newestOfEach, type Change } from './change';
import { ChangeListener, type ListenerParts } from './change-listener';
import { RecentChanges } from './recent-changes';
import { positionOf, positionText, type ResetReason } from './change-text';

const caller = {
  projectId: 'project',
  organizationId: 'organization',
  epoch: 0,
  asOf: 0n,
  scopes: ['read'],
  accountIds: null,
} as unknown as Principal;
const change = (position: number, id = `pin ${position}`): Change => ({
  ...{ position: BigInt(position), type: 'pin', id, isNew: false, treeId: 'project', epoch: 0, stream: `pin-${id}`, revision: 1 },
});

function listening(recent: RecentChanges, changes: Partial<ListenerParts> = {}) {
  const listener = new ChangeListener({
    caller,
    findHolder: async () => caller,
    view: 'all',
    show: async ({ type, id, isNew }) => ({ type, id, is_new: isNew }),
    findEarlier: async () => 'too_far_behind',
    inTurn: (work) => work(),
    readHead: async () => recent.position,
    heartbeatMs: 60_000,
    lastsMs: 0,
    cut: () => undefined,
    ...changes,
  });
  return listener;
}

async function allOf(texts: AsyncIterable<string>): Promise<string> {
  let all = '';
  for await (const text of texts) all += text;
  return all;
}
const toldIn = (text: string): string[] => [...text.matchAll(/"id":"([^"]+)"/g)].map(([, id = '']) => id);

it('a client that never reads costs nothing but its place: once that is gone it is told to begin again, and its stream ends', async () => {
  const recent = new RecentChanges(0n, 1_000);
  const texts = listening(recent, { lastsMs: null }).tell(recent, null);
  await texts.next();
  for (let position = 1; position <= 10_000; position++) recent.add([change(position)], BigInt(position));
  const rest = await allOf(texts);
  expect(rest).toMatch(/^id: .*\nevent: reset\ndata: \{"position":"[^"]+","reason":"too_slow"\}\n\n$/);
  expect(positionOf(/^id: (.*)$/m.exec(rest)?.[1] ?? '')).toBe(10_000n);
});

it('10,000 changes reach a client that reads, in their order', async () => {
  const recent = new RecentChanges(0n, 20_000);
  for (let position = 1; position <= 10_000; position++) recent.add([change(position)], BigInt(position));
  const texts = listening(recent).tell(recent, 0n);
  expect(toldIn(await allOf(texts))).toEqual(Array.from({ length: 10_000 }, (_, index) => `pin ${index + 1}`));
});

it('of what changed more than once at a time only its beginning and its last change are told, each in its place', async () => {
  const recent = new RecentChanges(0n);
  recent.add([{ ...change(1, 'a'), isNew: true }, change(2, 'b'), change(3, 'a'), change(4, 'a')], 4n);
  const text = await allOf(listening(recent).tell(recent, 0n));
  expect(toldIn(text)).toEqual(['a', 'b', 'a']);
  expect(text).toContain(
    `id: ${positionText(1n)}\nevent: change\ndata: {"position":"${positionText(1n)}","type":"pin","id":"a","is_new":true}`,
  );
  // Who is cut behind the first two has heard that it began.
  expect(text).toContain(`{"position":"${positionText(4n)}","type":"pin","id":"a","is_new":false}`);
});

it('a change keeps the webhook that an earlier fact of the same delivery names', () => {
  const delivery = { ...change(1, 'd'), type: 'webhook_delivery' };
  expect(
    newestOfEach([
      { ...delivery, webhookId: 'w' },
      { ...delivery, position: 2n },
    ]),
  ).toEqual([{ ...delivery, position: 2n, webhookId: 'w' }]);
});

it('nothing is told while nobody knows whether the credential still holds, and nothing after it has ended', async () => {
  const recent = new RecentChanges(0n);
  let answer: (holder: Principal | null) => void = () => undefined;
  const listener = listening(recent, { lastsMs: null, findHolder: () => new Promise((resolve) => (answer = resolve)) });
  const texts = listener.tell(recent, 0n);
  await texts.next();
  listener.checkCredential();
  recent.add([change(1)], 1n);
  const next = texts.next();
  answer(null);
  expect((await next).value).toBe('event: end\ndata: {"reason":"credential_ended"}\n\n');
  expect(await allOf(texts)).toBe('');
});

it.each([
  ['may do less', { accountIds: ['a'] }, 'credential_ended'],
  ['acts in another project', { projectId: 'another' }, 'credential_ended'],
  ['reads no more', { scopes: ['write'] }, 'credential_ended'],
  ['acts in a sandbox that was reset', { epoch: 1 }, 'project_reset'],
])('a stream ends where its credential %s', async (_, now, reason) => {
  const recent = new RecentChanges(0n);
  const listener = listening(recent, { lastsMs: null, findHolder: async () => ({ ...caller, ...now }) as Principal });
  const texts = listener.tell(recent, null);
  await texts.next();
  listener.checkCredential();
  expect(await allOf(texts)).toContain(`"reason":"${reason}"`);
});

it('while a log that cannot be asked leaves open whether the credential holds, only comments come; then what was held back', async () => {
  const recent = new RecentChanges(0n);
  let isAway = true;
  const findHolder = async () => {
    if (isAway) throw new Error('no leader');
    return caller;
  };
  const texts = listening(recent, { lastsMs: null, heartbeatMs: 20, findHolder }).tell(recent, 0n);
  await texts.next();
  recent.add([change(1)], 1n);
  expect((await texts.next()).value).toBe(': still here\n\n');
  expect((await texts.next()).value).toBe(': still here\n\n');
  isAway = false;
  let text = '';
  while (toldIn(text).length === 0) text = (await texts.next()).value as string;
  expect(toldIn(text)).toEqual(['pin 1']);
  await texts.return(undefined);
});

it('a stream that may not last ends although nobody knows whether its credential holds', async () => {
  const recent = new RecentChanges(0n);
  recent.add([change(1)], 1n);
  const texts = listening(recent, { heartbeatMs: 1, findHolder: () => Promise.reject(new Error('no leader')) }).tell(recent, 0n);
  const text = await allOf(texts);
  expect([toldIn(text), text.includes('time_is_up')]).toEqual([[], true]);
});

it('no check is lost, at whichever moment of another one it is asked for', async () => {
  for (let ticks = 0; ticks < 12; ticks++) {
    const recent = new RecentChanges(0n);
    let isHeld = true;
    const listener = listening(recent, { lastsMs: null, findHolder: async () => (isHeld ? caller : null) });
    const texts = listener.tell(recent, null);
    await texts.next();
    const next = texts.next();
    await new Promise(setImmediate);
    listener.checkCredential();
    for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
    isHeld = false;
    listener.checkCredential();
    expect([ticks, (await next).value]).toEqual([ticks, expect.stringContaining('credential_ended')]);
  }
});

it('one that hears something all the time is checked all the same, and ends when its time is up', async () => {
  const recent = new RecentChanges(0n);
  let position = 0;
  const show = async ({ type, id }: Change) => {
    recent.add([change(++position + 1)], BigInt(position + 1));
    await new Promise(setImmediate);
    return { type, id, is_new: false };
  };
  let checks = 0;
  const findHolder = async () => (++checks < 3 ? caller : null);
  recent.add([change(1)], 1n);
  const checked = await allOf(listening(recent, { lastsMs: null, heartbeatMs: 5, show, findHolder }).tell(recent, 0n));
  expect(checked).toContain('credential_ended');
  expect(await allOf(listening(recent, { lastsMs: 20, show }).tell(recent, null))).toContain('time_is_up');
});

it.each([true, false])(
  'nothing more is looked up for one that hangs up but what others wait for too, whether held (%s) or found',
  async (isHeld) => {
    const recent = new RecentChanges(isHeld ? 0n : 9_000n);
    const changes = Array.from({ length: 1_000 }, (_, index) => change(index + 1));
    if (isHeld) recent.add(changes, 1_000n);
    let shown = 0;
    const listener: ChangeListener = listening(recent, {
      findEarlier: async () => changes,
      show: async ({ type, id }) => {
        if (++shown === 30) listener.leave();
        return { type, id, is_new: false };
      },
    });
    const texts = listener.tell(recent, 0n);
    await allOf(texts);
    expect(shown).toBe(isHeld ? 100 : 30);
  },
);

it('who was away while the sandbox was reset is told so, although all that it missed is held', async () => {
  const recent = new RecentChanges(0n);
  recent.add([change(1), { ...change(2), type: 'project', id: 'project', endsEpoch: true }, change(3)], 3n);
  const newCaller = { ...caller, epoch: 1 } as Principal;
  const hear = async (after: bigint) =>
    allOf(listening(recent, { caller: newCaller, findHolder: async () => newCaller }).tell(recent, after));
  const text = await hear(1n);
  expect(text).toContain(`id: ${positionText(3n)}\nevent: reset\ndata: {"position":"${positionText(3n)}","reason":"project_reset"}`);
  expect(toldIn(await hear(2n))).toEqual(['pin 3']);
});

it('a stream whose sandbox was reset on another process says so from behind the reset', async () => {
  const recent = new RecentChanges(3n);
  const holder = { ...caller, epoch: 1, asOf: 7n } as Principal;
  const text = await allOf(listening(recent, { lastsMs: null, findHolder: async () => holder }).tell(recent, null));
  expect(text).toContain(`{"position":"${positionText(7n)}","reason":"project_reset"}`);
});

it('what many clients are told of is looked up once for all that may see the same', async () => {
  const recent = new RecentChanges(0n);
  let asked = 0;
  const show = async ({ type, id, isNew }: Change) => {
    asked++;
    return { type, id, is_new: isNew };
  };
  const all = ['a', 'a', 'b'].map((view) => listening(recent, { view, show, lastsMs: 1_000 }).tell(recent, null));
  for (const texts of all) await texts.next();
  recent.add([change(1), change(2)], 2n);
  const texts = await Promise.all(all.map(allOf));
  expect(texts.map(toldIn)).toEqual(Array.from(all, () => ['pin 1', 'pin 2']));
  expect(asked).toBe(4);
});

it('who was away is told what was missed by what is held, else by what is looked up, else to begin again', async () => {
  const recent = new RecentChanges(5n);
  recent.add([change(6), change(7)], 8n);
  const told = async (after: bigint, found: Change[] | ResetReason) =>
    allOf(listening(recent, { findEarlier: async () => found, readHead: async () => 9n }).tell(recent, after));
  expect(toldIn(await told(6n, 'too_far_behind'))).toEqual(['pin 7']);
  expect(toldIn(await told(2n, [change(3), change(6)]))).toEqual(['pin 3', 'pin 6']);
  expect(await told(2n, 'too_far_behind')).toContain('"reason":"too_far_behind"');
  // Another process has read further.
  expect(await told(9n, 'too_far_behind')).not.toContain('reset');
  expect(await told(10n, 'too_far_behind')).toContain('"reason":"unknown_position"');
});

it('heartbeats say where to go on, also to one that is told of nothing', async () => {
  const recent = new RecentChanges(0n);
  const texts = listening(recent, { lastsMs: null, heartbeatMs: 1, show: async () => null }).tell(recent, null);
  await texts.next();
  recent.add([change(1)], 4n);
  expect((await texts.next()).value).toBe(`id: ${positionText(4n)}\n: still here\n\n`);
  expect((await texts.next()).value).toBe(': still here\n\n');
});

it.each(['', 'x', 'YzEu', positionText(1n).slice(0, -1), `${positionText(1n)}=`, Buffer.from('c1.007').toString('base64url')])(
  'a position is ours only as it was given: %s',
  (text) => expect(positionOf(text)).toBeNull(),
);
