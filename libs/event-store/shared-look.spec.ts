import { SharedLook } from '.';

interface Look {
  answer(value: number): void;
  fail(error: Error): void;
}

function looks() {
  const started: Look[] = [];
  const shared = new SharedLook(() => new Promise<number>((answer, fail) => void started.push({ answer, fail })));
  return { started, shared };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a shared look', () => {
  it('answers only with looks that started after the question, and starts one for all who asked meanwhile', async () => {
    const { started, shared } = looks();
    const first = shared.get();
    const meanwhile = [shared.get(), shared.get(), shared.get()];
    expect(started).toHaveLength(1);
    started[0]?.answer(1);
    await settle();
    expect(await first).toBe(1);
    expect(started).toHaveLength(2);
    const later = shared.get();
    started[1]?.answer(2);
    expect(await Promise.all(meanwhile)).toEqual([2, 2, 2]);
    await settle();
    started[2]?.answer(3);
    expect(await later).toBe(3);
  });

  it('fails those who asked for that look; the next ones get another', async () => {
    const { started, shared } = looks();
    const first = shared.get();
    const second = shared.get();
    started[0]?.fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await settle();
    started[1]?.answer(2);
    expect(await second).toBe(2);
    await settle();
    void shared.get();
    expect(started).toHaveLength(3);
  });
});
