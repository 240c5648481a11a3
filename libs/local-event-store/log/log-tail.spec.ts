import { createLogTail } from './log-tail';
import type { StoredEvent } from './stored-event';

const nothing = Buffer.alloc(0);
const event = (position: number, stream: string, revision: number, bytes = 0): StoredEvent => ({
  position: BigInt(position),
  stream,
  revision: BigInt(revision),
  id: '',
  type: '',
  isJson: true,
  data: Buffer.alloc(bytes),
  metadata: nothing,
  created: 0n,
  encoded: undefined,
});

describe('log tail', () => {
  it('stays within its bound and drops streams with their last event', () => {
    const tail = createLogTail(10_000);
    tail.append([event(1, 'old', 0)]);
    for (let position = 2; position < 5_000; position += 1) tail.append([event(position, 'busy', position - 2, 100)]);
    expect(tail.all.length).toBeLessThan(20);
    expect(tail.ofStream('old')).toBeUndefined();
    expect(tail.ofStream('busy')!.length).toBe(tail.all.length);
    expect(tail.all.at(tail.all.length - 1)!.position).toBe(4_999n);
    expect(tail.all.at(0)!.position).toBe(tail.ofStream('busy')!.at(0)!.position);
    expect(tail.all.slice(1, 3).map(({ position }) => position - tail.all.at(0)!.position)).toEqual([1n, 2n]);
  });

  it('holds nothing larger than itself', () => {
    const tail = createLogTail(1_000);
    tail.append([event(1, 'a', 0), event(2, 'b', 0, 5_000)]);
    expect(tail.all.length).toBe(0);
    expect(tail.ofStream('b')).toBeUndefined();
  });
});
