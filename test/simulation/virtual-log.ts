import { WrongRevision, type EventStore, type NewFact, type RecordedFact, type Snapshot, type Snapshots } from '@pps/event-store';
import type { VirtualProcess } from './virtual-process';

interface Stream {
  /** Revision of the first fact that is still stored. */
  from: number;
  readonly facts: RecordedFact[];
}

/** The log in memory, the same for all processes; each reaches it with a delay of its own. */
export class VirtualLog implements Snapshots {
  private readonly streams = new Map<string, Stream>();
  private readonly snapshots = new Map<string, Snapshot>();
  private position = 0n;

  constructor(
    private readonly wall: () => Date,
    private readonly onFact: (fact: RecordedFact) => void,
  ) {}

  append(stream: string, facts: readonly NewFact[], expected: number | 'no_stream'): { revision: number; position: bigint } {
    const known = this.streams.get(stream) ?? { from: 0, facts: [] };
    const revision = known.from + known.facts.length - 1;
    if (revision !== (expected === 'no_stream' ? -1 : expected)) throw new WrongRevision(stream);
    this.streams.set(stream, known);
    for (const [index, fact] of facts.entries()) {
      this.position += 1n;
      const recorded = { ...fact, stream, revision: revision + 1 + index, position: this.position, recordedAt: this.wall() };
      known.facts.push(recorded as RecordedFact);
      this.onFact(recorded as RecordedFact);
    }
    return { revision: revision + facts.length, position: this.position };
  }

  read(stream: string, from = 0): RecordedFact[] {
    const known = this.streams.get(stream);
    return known ? known.facts.slice(Math.max(0, from - known.from)) : [];
  }

  /** What nobody will ask for again. */
  forget(stream: string): void {
    this.streams.delete(stream);
  }

  async newest(stream: string): Promise<Snapshot | null> {
    return this.snapshots.get(stream) ?? null;
  }

  async save(stream: string, _: number, snapshot: Snapshot): Promise<void> {
    this.snapshots.set(stream, snapshot);
    const known = this.streams.get(stream);
    if (!known) return;
    known.facts.splice(0, snapshot.revision - known.from);
    known.from = snapshot.revision;
  }

  /** The log as one process sees it: killed on the way it may have written and never know. */
  seenBy(process: VirtualProcess, wayMs: () => number): EventStore {
    const there = <T>(work: () => T): Promise<T> =>
      process.sleep(wayMs()).then(async () => {
        const answer = work();
        await process.sleep(wayMs());
        return answer;
      });
    return {
      append: (stream, facts, expected) => there(() => this.append(stream, facts, expected)),
      read: (stream, from) => process.sleep(2 * wayMs()).then(() => this.read(stream, from)),
      last: async (stream) => this.read(stream).at(-1) ?? null,
      head: async () => this.position,
      identity: async () => 'simulation',
      peekIdentity: async () => 'simulation',
      subscribe: () => {
        throw new Error('nobody follows the log of a simulation');
      },
      close: async () => undefined,
    };
  }
}
