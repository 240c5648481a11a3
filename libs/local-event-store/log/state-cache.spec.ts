import { createStateCache } from './committed-log';
import { parseStreamMetadata } from './stream-metadata';
import { unwritten } from './stream-state';

const at = (lastRevision: bigint) => ({ ...unwritten, lastRevision });

describe('state cache', () => {
  it('does not cache what was overtaken by a commit while it was fetched', async () => {
    const cache = createStateCache(10, 10_000);
    let deliver: (state: ReturnType<typeof at>) => void = () => undefined;
    const loading = cache.load('s', () => new Promise((resolve) => (deliver = resolve)));
    cache.commit(new Map([['s', at(5n)]]));
    deliver(at(4n));
    expect(await loading).toEqual(at(5n));
    expect(cache.get('s')).toEqual(at(5n));
  });

  it('fetches once for all who wait', async () => {
    const cache = createStateCache(10, 10_000);
    let fetches = 0;
    const fetch = async () => at(BigInt((fetches += 1)));
    expect(await Promise.all([cache.load('s', fetch), cache.load('s', fetch)])).toEqual([at(1n), at(1n)]);
  });

  it('caches nothing that was fetched before it was cleared, nor a failure', async () => {
    const cache = createStateCache(10, 10_000);
    let deliver: (state: ReturnType<typeof at>) => void = () => undefined;
    const loading = cache.load('s', () => new Promise((resolve) => (deliver = resolve)));
    cache.clear();
    deliver(at(4n));
    await loading;
    expect(cache.get('s')).toBeUndefined();
    await expect(cache.load('s', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await cache.load('s', async () => at(1n))).toEqual(at(1n));
  });

  it('drops the oldest states once their metadata is above its bound', () => {
    const cache = createStateCache(10, 10_000);
    const metadata = parseStreamMetadata(Buffer.from(JSON.stringify({ note: 'x'.repeat(4_000) })));
    for (const stream of ['a', 'b', 'c']) cache.commit(new Map([[stream, { ...at(0n), metadata }]]));
    expect(['a', 'b', 'c'].map((stream) => cache.get(stream) !== undefined)).toEqual([false, true, true]);
  });
});
