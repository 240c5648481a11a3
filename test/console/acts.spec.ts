import type { Me } from 'pin-publishing';
import { changesOfAccount, namesOfChange } from '../../apps/console/src/live/names-of-change';
import { isLongList } from '../../apps/console/src/data/is-long-list';
import { actInSteps } from '../../apps/console/src/shown/act-in-steps';
import { setSession, type ConsoleSession } from '../../apps/console/src/session/console-session';
import {
  forgetSecretsOfOthers,
  isSecretAtRisk,
  makeSecret,
  readHeldSecrets,
  secretOwnerOf,
  secretToShow,
  takeSecret,
} from '../../apps/console/src/session/held-secret';
import { uploadFault, uploadKind } from '../../apps/console/src/assets/upload-kind';

test('what is done with hundreds is told hundred by hundred, also where a later one fails', async () => {
  const ids = Array.from({ length: 250 }, (_, index) => `id-${index}`);
  const counts = { succeeded_count: 0, skipped_count: 0, failed_count: 0 };
  const result = (id: string) => ({ id, status: 'succeeded', error_code: null, error_message: null });
  const told: string[] = [];
  const act = async ({ ids: some }: { readonly ids: readonly string[] }) => {
    if (some.includes('id-200')) throw new Error('the service went away');
    return { ...counts, results: some.map(result) };
  };
  const acting = actInSteps(ids, act, (step) => void told.push(...step.map(({ id }) => id)));
  await expect(acting).rejects.toThrow('went away');
  expect(told).toEqual(ids.slice(0, 200));
});

test.each([
  ['door.png', 'image/png', 1, 'image', undefined],
  ['walk.MOV', '', 1, 'video', undefined],
  ['walk.m4v', '', 200 * 1024 * 1024, 'video', undefined],
  ['walk.mp4', 'video/mp4', 200 * 1024 * 1024 + 1, 'video', /200 MB/],
  ['mp4', '', 20 * 1024 * 1024 + 1, 'image', /20 MB/],
  ['mov.png', 'image/png', 0, 'image', /empty/],
])('%s of kind "%s" with %d bytes', (name, type, size, kind, fault) => {
  expect(uploadKind({ name, type, size })).toBe(kind);
  if (fault === undefined) expect(uploadFault({ name, type, size })).toBeUndefined();
  else expect(uploadFault({ name, type, size })).toMatch(fault);
});

test('a list of more than a thousand rows does not follow what changes', () => {
  const pageOf = (length: number) => ({ items: Array.from({ length }) });
  expect([undefined, { pages: [pageOf(1_000)] }, { pages: [pageOf(1_000), pageOf(1)] }].map(isLongList)).toEqual([false, false, true]);
});

test.each([
  ['of one account alone', 'a', ['a'], true],
  ['of another', 'a', ['b'], false],
  ['where it names none', undefined, ['a', 'b'], true],
])('a change of a board concerns the boards %s', (_, account_id, accounts, isConcerned) => {
  const names = namesOfChange({ type: 'board', id: '1', is_new: false, ...(account_id !== undefined && { account_id }) });
  for (const each of accounts) expect(changesOfAccount('board', each).some((name) => names.includes(name))).toBe(isConcerned);
});

describe('secrets that are shown once', () => {
  const as = (id: string) => ({ user: { id } }) as Me;
  const secret = (text: string) => ({ title: '', subject: '', project: null, note: '', label: '', text, taken: '' });
  const make = (text: string) =>
    makeSecret(
      async () => secret(text),
      () => undefined,
    );
  const shown = (session: ConsoleSession) => secretToShow(readHeldSecrets(), session)?.secret.text;

  beforeEach(() => setSession({ kind: 'signed_in', me: as('ada') }));
  afterEach(() => {
    forgetSecretsOfOthers(null);
    setSession({ kind: 'unknown' });
  });

  test('taking one twice takes no other', async () => {
    await Promise.all([make('first'), make('second')]);
    const [first] = readHeldSecrets().held;
    takeSecret(first?.id ?? 0);
    takeSecret(first?.id ?? 0);
    expect(readHeldSecrets().held.map((each) => each.secret.text)).toEqual(['second']);
  });

  test('none is shown over a sign-in or the choice where to go on, nor to anybody else', async () => {
    await make('for Ada');
    const [ada, grace] = [as('ada'), as('grace')];
    expect(shown({ kind: 'signed_in', me: ada })).toBe('for Ada');
    for (const session of [
      { kind: 'signed_in', me: grace },
      { kind: 'expired', me: ada },
      { kind: 'elsewhere', me: ada, now: ada },
      { kind: 'elsewhere', me: ada, now: grace },
      { kind: 'signed_out' },
    ] as const)
      expect(shown(session)).toBeUndefined();
  });

  test.each([
    ['is asked to sign in again', { kind: 'expired', me: as('ada') }, true],
    ['is in another project', { kind: 'elsewhere', me: as('ada'), now: as('ada') }, true],
    ['went, and somebody else came', { kind: 'elsewhere', me: as('ada'), now: as('grace') }, false],
    ['signed out', { kind: 'signed_out' }, false],
  ] as const)('one that was made and one that is being made, whose owner %s', async (_, session, isHeld) => {
    await make('made');
    let answer: (text: string) => void = () => undefined;
    const coming = makeSecret(
      () => new Promise<string>((done) => (answer = done)).then(secret),
      () => undefined,
    );
    forgetSecretsOfOthers(secretOwnerOf(session));
    expect(isSecretAtRisk()).toBe(isHeld);
    answer('coming');
    await coming;
    expect(readHeldSecrets().held.map((each) => each.secret.text)).toEqual(isHeld ? ['made', 'coming'] : []);
  });

  test('one that is not made leaves nothing behind', async () => {
    const failing = makeSecret(
      () => Promise.reject(new Error('no')),
      () => undefined,
    );
    expect(isSecretAtRisk()).toBe(true);
    await expect(failing).rejects.toThrow('no');
    expect(isSecretAtRisk()).toBe(false);
  });
});
