import type { Database } from '@pps/read-store';
import { createHmac } from 'node:crypto';

/** What is limited, and where that matters from where it comes: any text, of which only a keyed hash is stored. */
export interface Attempted {
  readonly subject: string;
  readonly source?: string;
}

export interface Window {
  readonly attempts: number;
  readonly secondsLeft: number;
}

const deleteIntervalMs = 60_000;
const deletedAtOnce = 10_000;

/** Counts attempts over all processes, in windows that start with the first attempt. A window is deleted when it is over. */
export class AttemptWindows {
  private deletedAt = -Infinity;

  constructor(
    private readonly db: Database,
    private readonly hashKey: Buffer,
  ) {}

  /** Counts one more attempt and gives the present window of `windowMs`. */
  async count(attempted: Attempted, windowMs: number): Promise<Window> {
    await this.deleteEnded();
    const { rows } = await this.db.raw<{ rows: { attempts: number; seconds_left: number }[] }>(
      `insert into rate_limits.attempt as known (subject, source, window_ends_at, attempts)
       values (:subject, :source, clock_timestamp() + :window * interval '1 millisecond', 1)
       on conflict (subject, source) do update set
         attempts = case when known.window_ends_at <= clock_timestamp() then 1 else least(known.attempts, 1000000000) + 1 end,
         window_ends_at = case when known.window_ends_at <= clock_timestamp() then excluded.window_ends_at
           else least(known.window_ends_at, excluded.window_ends_at) end
       returning attempts, extract(epoch from window_ends_at - clock_timestamp())::float8 as seconds_left`,
      { ...this.hashed(attempted), window: windowMs },
    );
    return { attempts: rows[0]?.attempts ?? 1, secondsLeft: rows[0]?.seconds_left ?? windowMs / 1_000 };
  }

  /** The present windows, in the order asked for; one without attempts is empty. */
  async find(attempted: readonly Attempted[]): Promise<Window[]> {
    const asked = attempted.map((each) => this.hashed(each));
    const { rows } = await this.db.raw<{ rows: { subject: Buffer; source: Buffer; attempts: number; seconds_left: number }[] }>(
      `select subject, source, attempts, extract(epoch from window_ends_at - clock_timestamp())::float8 as seconds_left
       from rate_limits.attempt
       where (subject, source) in (select * from unnest(?::bytea[], ?::bytea[])) and window_ends_at > clock_timestamp()`,
      [asked.map(({ subject }) => subject), asked.map(({ source }) => source)],
    );
    return asked.map(({ subject, source }) => {
      const row = rows.find((each) => each.subject.equals(subject) && each.source.equals(source));
      return { attempts: row?.attempts ?? 0, secondsLeft: row?.seconds_left ?? 0 };
    });
  }

  /** Forgets the attempts at a subject, wherever they came from. */
  async clear(subject: string): Promise<void> {
    await this.db.raw('delete from rate_limits.attempt where subject = ?', [this.hashed({ subject }).subject]);
  }

  private async deleteEnded(): Promise<void> {
    if (performance.now() - this.deletedAt < deleteIntervalMs) return;
    this.deletedAt = performance.now();
    await this.db.raw(
      `delete from rate_limits.attempt where (subject, source) in (
         select subject, source from rate_limits.attempt where window_ends_at < clock_timestamp() limit ? for update skip locked)`,
      [deletedAtOnce],
    );
  }

  private hashed({ subject, source }: Attempted): { readonly subject: Buffer; readonly source: Buffer } {
    return { subject: this.hash(subject), source: source === undefined ? Buffer.alloc(0) : this.hash(source) };
  }

  private hash(text: string): Buffer {
    return createHmac('sha256', this.hashKey).update(text).digest();
  }
}
