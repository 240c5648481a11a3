import type { Principal } from '@pps/identity';
import type { Change } from './change';
import { ChangeListener, type ListenerParts } from './change-listener';
import { RecentChanges } from './recent-changes';
import { positionOf, positionText } from './change-text';

const caller = {
  projectId: 'project',
  organizationId: 'organization',
  epoch: 0,
  scopes: ['read'],
  accountIds: null,
} as unknown as Principal;
const change = (position: number, id = `pin ${position}`): Change => ({
  ...{ position: BigInt(position), type: 'pin', id, isNew: false, treeId: 'project', epoch: 0, stream: `pin-${id}` },
});

function listening(recent: RecentChanges, changes: Partial<ListenerParts> = {}) {
  const listener = new ChangeListener({
    caller,
    findHolder: async () => caller,
    show: async ({ type, id, isNew }) => ({ type, id, is_new: isNew }),
    findEarlier: async () => null,
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
  const texts = listening(recent).tell(recent, null);
  await texts.next();
  for (let position = 1; position <= 10_000; position++) recent.add([change(position)], BigInt(position));
  expect(toldIn(await allOf(texts))).toEqual(Array.from({ length: 10_000 }, (_, index) => `pin ${index + 1}`));
});

it('of what changed more than once at a time only the last change is told, in its place', async () => {
  const recent = new RecentChanges(0n);
  const texts = listening(recent).tell(recent, 0n);
  recent.add([{ ...change(1, 'a'), isNew: true }, change(2, 'b'), change(3, 'a')], 3n);
  const text = await allOf(texts);
  expect(toldIn(text)).toEqual(['b', 'a']);
  expect(text).toContain(
    `id: ${positionText(3n)}\nevent: change\ndata: {"position":"${positionText(3n)}","type":"pin","id":"a","is_new":true}`,
  );
});

it('nothing is told while nobody knows whether the credential still holds, and nothing after it has ended', async () => {
  const recent = new RecentChanges(0n);
  let answer: (holder: Principal | null) => void = () => undefined;
  const listener = listening(recent, { lastsMs: null, findHolder: () => new Promise((resolve) => (answer = resolve)) });
  const texts = listener.tell(recent, null);
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

it('a log that cannot be asked ends no stream', async () => {
  const recent = new RecentChanges(0n);
  const listener = listening(recent, { findHolder: () => Promise.reject(new Error('no leader')) });
  const texts = listener.tell(recent, null);
  await texts.next();
  listener.checkCredential();
  recent.add([change(1)], 1n);
  expect(toldIn(await allOf(texts))).toEqual(['pin 1']);
});

it('who was away is told what was missed by what is held, else by what is looked up, else to begin again', async () => {
  const recent = new RecentChanges(5n);
  recent.add([change(6), change(7)], 8n);
  const told = async (after: bigint, found: Change[] | null) =>
    allOf(listening(recent, { findEarlier: async () => found, readHead: async () => 9n }).tell(recent, after));
  expect(toldIn(await told(6n, null))).toEqual(['pin 7']);
  expect(toldIn(await told(2n, [change(3), change(6)]))).toEqual(['pin 3', 'pin 6']);
  expect(await told(2n, null)).toContain('"reason":"too_far_behind"');
  // Another process has read further.
  expect(await told(9n, null)).not.toContain('reset');
  expect(await told(10n, null)).toContain('"reason":"unknown_position"');
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
