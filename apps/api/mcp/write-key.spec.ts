import { newId, Rejected } from '@pps/kernel';
import type { Principal } from '@pps/identity';
import { splitKey, withWriteKey, writeKeyOf } from './write-key';

const principal = { projectId: newId(), epoch: 1, keyId: newId(), userId: newId() } as unknown as Principal;

const refusalOf = async (work: () => unknown): Promise<Rejected> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof Rejected) return error;
  }
  throw new Error('it was not refused');
};

it('the same content has the same key, other content another, and a key that was given counts', () => {
  const keyed = (given: { key?: string; again: boolean }, content: string) => writeKeyOf(principal, given, content).key;
  expect(keyed({ again: false }, 'a')).toBe(keyed({ again: false }, 'a'));
  expect(keyed({ again: false }, 'a')).not.toBe(keyed({ again: false }, 'b'));
  expect([keyed({ key: 'mine', again: true }, 'a'), keyed({ key: 'mine', again: false }, 'a')]).toEqual(['mine', 'mine']);
});

it('what is meant once more needs a key, and each refusal hands out another', async () => {
  const [one, other] = [await refusalOf(again), await refusalOf(again)];
  expect([one.code, one.answer.remediation]).toEqual([
    'validation_error',
    expect.stringMatching(/^Call with again: true and key: "[\da-f-]{36}"/),
  ]);
  expect(one.answer.remediation).not.toBe(other.answer.remediation);
  expect(await refusalOf(() => again({ key: null }))).toMatchObject({ code: 'validation_error' });

  function again(more: object = {}) {
    const { key, again: isMeant } = splitKey({ again: true, ...more });
    return writeKeyOf(principal, { key, again: isMeant }, 'a');
  }
});

it('where what was made is gone the remedy has a key as well, unless the key was given', async () => {
  const gone = () => Promise.reject(new Rejected('idempotency_key_reused', 'gone'));
  const made = writeKeyOf(principal, { again: false }, 'a');
  expect((await refusalOf(() => withWriteKey(made, gone))).answer.remediation).toMatch(/again: true and key: "[\da-f-]{36}"/);
  expect((await refusalOf(() => withWriteKey({ key: 'mine', isDerived: false }, gone))).answer.remediation).toBeUndefined();
});
