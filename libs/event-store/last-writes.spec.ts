import { LastWrites } from './live-states';

const metadata = { actor: { type: 'system' as const }, occurredAt: '2026-01-05T09:00:00.000Z', schemaVersion: 1 };
const fact = (position: bigint, organizationId?: string, stream = 'pin-1') => ({
  stream,
  position,
  metadata: { ...metadata, ...(organizationId !== undefined && { organizationId }) },
});

describe('the last write of an organization', () => {
  it('is its own newest fact, however much others write', () => {
    const writes = new LastWrites(10n);
    writes.observe(fact(11n, 'quiet'));
    for (let position = 12n; position < 20_000n; position++) writes.observe(fact(position, 'busy'));
    expect([writes.lastOf('quiet'), writes.lastOf('busy')]).toEqual([11n, 19_999n]);
  });

  it('is no newer than the begin where none was seen', () => {
    expect(new LastWrites(10n).lastOf('unknown')).toBe(10n);
  });

  it('is a fact of nobody in particular, but not an event of the store itself', () => {
    const writes = new LastWrites(10n);
    writes.observe(fact(11n, 'quiet'));
    writes.observe(fact(12n, undefined, '$stats-127.0.0.1:2113'));
    expect(writes.lastOf('quiet')).toBe(11n);
    writes.observe(fact(13n));
    expect(writes.lastOf('quiet')).toBe(13n);
  });

  it('of one that was forgotten is taken for newer than it is, never for older', () => {
    const writes = new LastWrites(0n, 2);
    for (const [index, name] of ['first', 'second', 'first', 'third', 'fourth'].entries()) writes.observe(fact(BigInt(index + 1), name));
    expect(['first', 'second', 'third', 'fourth', 'never'].map((name) => writes.lastOf(name))).toEqual([3n, 3n, 4n, 5n, 3n]);
  });
});
