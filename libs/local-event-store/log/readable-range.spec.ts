import { isYoungEnough, readableRange } from './readable-range';
import { parseStreamMetadata } from './stream-metadata';
import { toTicks, type StoredEvent } from './stored-event';

const stateWith = (document: string, lastRevision = 9n) => ({
  lastRevision,
  lastMetadataRevision: 4n,
  metadata: parseStreamMetadata(Buffer.from(document)),
});

describe('readable range', () => {
  it.each([
    ['{}', 0n, 9n],
    ['{"$tb":3}', 3n, 9n],
    ['{"$maxCount":2}', 8n, 9n],
    ['{"$maxCount":2,"$tb":9}', 9n, 9n],
    ['{"$maxCount":2,"$tb":3}', 8n, 9n],
    ['{"$maxCount":200}', 0n, 9n],
    ['{"$tb":9223372036854775807}', 0n, -1n],
  ])('%s shows %d to %d', (document, first, last) => {
    expect(readableRange('s', stateWith(document))).toMatchObject({ first, last });
  });

  it('shows the last event of a metastream only', () => {
    expect(readableRange('$$s', stateWith('{"$tb":9223372036854775807}'))).toMatchObject({ first: 4n, last: 4n });
  });

  it('hides what is older than $maxAge', () => {
    const range = readableRange('s', stateWith('{"$maxAge":10}'));
    const written = (at: number) => ({ created: toTicks(at) }) as StoredEvent;
    expect(isYoungEnough(written(50_000), range, 60_000)).toBe(true);
    expect(isYoungEnough(written(49_999), range, 60_000)).toBe(false);
  });
});
