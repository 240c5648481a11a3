import { UnavailableError } from '@eventstore/db-client';
import { shareStorePatience, waitForStore, withoutStorePatience } from './wait-for-store';

const unavailable = () => new UnavailableError({ message: 'Server Is Not Ready' } as never);
/** Of a wait that has to succeed, however long this machine stands still. */
const patientMs = 300_000;
const isAnswer = (error: unknown) => error instanceof RangeError;

/** A store that fails so often, then answers; counts its calls. */
function failing(times: number, error: () => Error = unavailable) {
  const seen = { calls: 0 };
  const call = async () => {
    if (seen.calls++ < times) throw error();
    return 'answer';
  };
  return { seen, call };
}

describe('a call of the event store', () => {
  it('is repeated for as long as there is no leader', async () => {
    const { seen, call } = failing(4);
    expect(await waitForStore(call, { patienceMs: patientMs, isAnswer })).toBe('answer');
    expect(seen.calls).toBe(5);
  });

  it('ends at once with what is an answer, after four tries with another error, and after its patience without any', async () => {
    const answered = failing(9, () => new RangeError('no'));
    await expect(waitForStore(answered.call, { patienceMs: patientMs, isAnswer })).rejects.toThrow(RangeError);
    const broken = failing(99, () => new Error('malformed'));
    await expect(waitForStore(broken.call, { patienceMs: patientMs, isAnswer })).rejects.toThrow('malformed');
    const gone = failing(Infinity);
    await expect(waitForStore(gone.call, { patienceMs: 500, isAnswer })).rejects.toThrow('Not Ready');
    expect([answered.seen.calls, broken.seen.calls, gone.seen.calls > 1]).toEqual([1, 4, true]);
  });

  it('tells who repeats the whole himself of the first failure, and is patient again after an answer', async () => {
    const { seen, call } = failing(1);
    const patient = () => waitForStore(call, { patienceMs: patientMs, isAnswer });
    await expect(withoutStorePatience(patient)).rejects.toThrow('Not Ready');
    expect(seen.calls).toBe(1);
    const later = failing(1);
    const then = async () => [await patient(), await waitForStore(later.call, { patienceMs: patientMs, isAnswer })];
    expect(await withoutStorePatience(then)).toEqual(['answer', 'answer']);
  });

  it('waits together with the others of its request, which wait anew once one was answered', async () => {
    await shareStorePatience(async () => {
      await expect(waitForStore(failing(Infinity).call, { patienceMs: 200, isAnswer })).rejects.toThrow();
      const options = { patienceMs: patientMs, isAnswer };
      const next = failing(Infinity);
      await expect(waitForStore(next.call, options)).rejects.toThrow();
      expect(next.seen.calls).toBe(1);
      expect(await waitForStore(failing(0).call, options)).toBe('answer');
      expect(await waitForStore(failing(2).call, options)).toBe('answer');
    });
  });
});
