import { StoreUnavailable } from '.';
import { within } from './deadline';

describe('a deadline', () => {
  it('passes on what came in time, the failure too', async () => {
    expect(await within(1_000, 'work', Promise.resolve(1))).toBe(1);
    await expect(within(1_000, 'work', Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });

  it('names what did not come, abandons it, and does not mind how it ends', async () => {
    const unheard: unknown[] = [];
    const hear = (error: unknown) => void unheard.push(error);
    process.on('unhandledRejection', hear);
    let abandoned = 0;
    let fail = () => undefined as void;
    const late = new Promise<never>((_, reject) => (fail = () => reject(new Error('too late'))));
    const waiting = within(20, 'read of a stream', late, () => void abandoned++);
    await expect(waiting).rejects.toThrow(new StoreUnavailable('read of a stream: no answer within 20 ms'));
    expect(abandoned).toBe(1);
    fail();
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', hear);
    expect(unheard).toEqual([]);
  });
});
