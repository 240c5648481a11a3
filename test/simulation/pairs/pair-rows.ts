import type { RecordedFact } from '@pps/event-store';
import { apiKeyStream } from '@pps/identity/events';
import { describePin, pinStream, type PinView } from '@pps/pins/events';
import type { Database } from '@pps/read-store';
import { scheduleStream } from '@pps/schedules/events';
import { webhookStream } from '@pps/webhooks/events';
import { VirtualQueue } from '../virtual-queue';
import { FollowedStates } from './followed-states';
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
  private readonly pins = new FollowedStates(pinStream);
  private readonly schedules = new FollowedStates(scheduleStream);
  private readonly keys = new FollowedStates(apiKeyStream);
  private readonly webhooks = new FollowedStates(webhookStream);

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
    const raw = async (sql: string, [keyId]: readonly unknown[]) => ({ rows: await ask(() => this.madeBy(sql, keyId)) });
    return Object.assign(from, { raw }) as unknown as Database;
  }

  /** The schedules of an account, as a task reads them. */
  schedulesOf(task: string, accountId: string): Promise<readonly string[]> {
    return this.turns.at(task, { reads: [rows] }, () =>
      [...this.schedules.states].flatMap(([id, state]) => (state.kind === 'schedule' && state.accountId === accountId ? [id] : [])),
    );
  }

  /** By their streams. */
  shownPins(): ReadonlyMap<string, PinView> {
    return new Map([...this.pins.states].flatMap(([id, pin]) => (pin.kind === 'pin' ? [[`pin-${id}`, describePin(pin)] as const] : [])));
  }

  private project(): void {
    const fact = this.pending.shift();
    if (!fact) return;
    this.position = fact.position;
    if (fact.stream.startsWith('pin-')) this.queue.take(fact);
    for (const followed of [this.pins, this.schedules, this.keys, this.webhooks]) followed.take(fact);
  }

  /** What a key made, as the queries of keys and webhooks ask for it. */
  private madeBy(sql: string, keyId: unknown): Row[] {
    const table = /from (read\.\w+) where maker_key_ids @> /.exec(sql)?.[1];
    if (table === undefined) throw new Error(`no command of a pair asks ${sql}`);
    const rows = this.table(table).filter(({ maker_key_ids: makers }) => (makers as readonly unknown[]).includes(keyId));
    return sql.includes('revoked_at is null') ? rows.filter(({ revoked_at: revokedAt }) => revokedAt === null) : rows;
  }

  private table(name: string): Row[] {
    switch (name) {
      case 'read.pins':
        return [...this.pins.states.values()].flatMap((pin) =>
          pin.kind === 'pin' ? [{ pin_id: pin.pinId, project_id: pin.projectId, epoch: pin.epoch, folded: describePin(pin) }] : [],
        );
      case 'read.schedules':
        return [...this.schedules.states.values()].flatMap((schedule) => {
          if (schedule.kind !== 'schedule') return [];
          const pinId = 'pinId' in schedule ? schedule.pinId : null;
          const pin = (pinId === null ? undefined : this.pins.states.get(pinId)) ?? pinStream.decider.initial;
          const { scheduleId, projectId, epoch } = schedule;
          return [{ schedule_id: scheduleId, project_id: projectId, epoch, folded: schedule, pin }];
        });
      case 'read.api_keys':
        return [...this.keys.states.values()].flatMap((key) =>
          key.kind === 'none'
            ? []
            : [
                {
                  ...ownerOf(key),
                  key_id: key.keyId,
                  maker_key_ids: key.makerKeyIds,
                  revoked_at: key.revokedAt,
                  expires_at: key.expiresAt,
                },
              ],
        );
      case 'read.webhook':
        return [...this.webhooks.states.values()].flatMap((webhook) =>
          webhook.kind === 'active' ? [{ ...ownerOf(webhook), webhook_id: webhook.webhookId, maker_key_ids: webhook.makerKeyIds }] : [],
        );
      default:
        throw new Error(`no command of a pair reads ${name}`);
    }
  }
}

const ownerOf = ({ projectId, epoch }: { readonly projectId: string; readonly epoch: number }) => ({ project_id: projectId, epoch });

/** Conditions of a row of which one is enough. */
class EitherOf {
  isMet = false;

  constructor(private readonly row: Row) {}

  whereNull(column: string): this {
    this.isMet ||= this.row[column] === null;
    return this;
  }

  orWhere(column: string, _later: '>', moment: Date): this {
    this.isMet ||= new Date(String(this.row[column])) > moment;
    return this;
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

  andWhere(either: (conditions: EitherOf) => EitherOf): this {
    this.conditions.push((row) => either(new EitherOf(row)).isMet);
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

  count(): Promise<Row[]> {
    return this.ask(() => [{ count: this.found().length }]);
  }

  private found(): Row[] {
    return this.table().filter((row) => this.conditions.every((isMet) => isMet(row)));
  }
}
