import { decode, type RecordedFact } from '@pps/event-store';
import { describePin, pinStream, type PinState, type PinView } from '@pps/pins/events';
import type { Database } from '@pps/read-store';
import { scheduleStream, type ScheduleState } from '@pps/schedules/events';
import { VirtualQueue } from '../virtual-queue';
import type { Turns } from './turns';

/** What is read of every read model; they follow the log together. */
export const rows = 'rows';

type Row = Readonly<Record<string, unknown>>;

/** The read models that commands ask, in memory: they follow the log one fact at a time, each in a turn of its own. */
export class PairRows {
  readonly queue = new VirtualQueue(() => undefined);
  /** Up to where they have come. */
  position = 0n;
  private readonly pending: RecordedFact[] = [];
  private readonly pins = new Map<string, PinState>();
  private readonly schedules = new Map<string, ScheduleState>();

  constructor(private readonly turns: Turns) {}

  note(fact: RecordedFact): void {
    this.pending.push(fact);
  }

  /** Takes everything in that is there, at once. */
  catchUp(): void {
    while (this.pending.length > 0) this.project();
  }

  /** Goes on taking facts in. */
  async follow(): Promise<never> {
    for (;;)
      await this.turns.at(
        'projector',
        { writes: [rows] },
        () => this.project(),
        () => this.pending.length > 0,
      );
  }

  /** As a task reads them. */
  seenBy(task: string): Database {
    const ask = <T>(answer: () => T): Promise<T> => this.turns.at(task, { reads: [rows] }, answer);
    const from = (table: string) => new Asked(() => this.table(table), ask);
    return from as unknown as Database;
  }

  /** By their streams. */
  shownPins(): ReadonlyMap<string, PinView> {
    return new Map([...this.pins].flatMap(([id, pin]) => (pin.kind === 'pin' ? [[`pin-${id}`, describePin(pin)] as const] : [])));
  }

  private project(): void {
    const fact = this.pending.shift();
    if (!fact) return;
    this.position = fact.position;
    if (fact.stream.startsWith('pin-')) {
      const known = this.pins.get(fact.stream.slice(4)) ?? pinStream.decider.initial;
      const decoded = decode(pinStream, fact);
      if (decoded) this.pins.set(fact.stream.slice(4), pinStream.decider.evolve(known, decoded));
      this.queue.take(fact);
    }
    if (fact.stream.startsWith('schedule-')) {
      const id = fact.stream.slice('schedule-'.length);
      const decoded = decode(scheduleStream, fact);
      const known = this.schedules.get(id) ?? scheduleStream.decider.initial;
      if (decoded) this.schedules.set(id, scheduleStream.decider.evolve(known, decoded));
    }
  }

  private table(name: string): Row[] {
    switch (name) {
      case 'read.pins':
        return [...this.pins.values()].flatMap((pin) =>
          pin.kind === 'pin' ? [{ pin_id: pin.pinId, project_id: pin.projectId, epoch: pin.epoch, folded: describePin(pin) }] : [],
        );
      case 'read.schedules':
        return [...this.schedules.values()].flatMap((schedule) => {
          if (schedule.kind !== 'schedule') return [];
          const pinId = 'pinId' in schedule ? schedule.pinId : null;
          const pin = (pinId === null ? undefined : this.pins.get(pinId)) ?? pinStream.decider.initial;
          const { scheduleId, projectId, epoch } = schedule;
          return [{ schedule_id: scheduleId, project_id: projectId, epoch, folded: schedule, pin }];
        });
      default:
        throw new Error(`no command of a pair reads ${name}`);
    }
  }
}

/** As much of a query as these commands ask. */
class Asked {
  private readonly conditions: ((row: Row) => boolean)[] = [];

  constructor(
    private readonly table: () => Row[],
    private readonly ask: <T>(answer: () => T) => Promise<T>,
  ) {}

  where(equal: Row): this {
    this.conditions.push((row) => Object.entries(equal).every(([column, value]) => row[column] === value));
    return this;
  }

  whereIn(column: string, values: readonly unknown[]): this {
    this.conditions.push((row) => values.includes(row[column]));
    return this;
  }

  first(): Promise<Row | undefined> {
    return this.ask(() => this.found()[0]);
  }

  select(): Promise<Row[]> {
    return this.ask(() => this.found());
  }

  private found(): Row[] {
    return this.table().filter((row) => this.conditions.every((isMet) => isMet(row)));
  }
}
