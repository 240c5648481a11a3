import { newId } from '@pps/kernel';
import type { Database } from '@pps/read-store';
import { answerLifetimeMs, holdMs } from './idempotency.policy';

/** A request of a key: hashes that nobody can make without the installation's key. */
export interface HashedRequest {
  readonly requestHash: Buffer;
  readonly contentHash: Buffer;
}

/** A key that a call holds. */
export interface HeldKey {
  readonly requestHash: Buffer;
  readonly holder: string;
  readonly creationId: string;
  /** How often the request was begun, this time too. */
  readonly calls: number;
}

export type TakenKey =
  | { readonly kind: 'taken'; readonly held: HeldKey }
  | { readonly kind: 'answered'; readonly answer: Buffer; readonly creationId: string }
  | { readonly kind: 'held by another' }
  | { readonly kind: 'other content' };

interface Row {
  readonly content_hash: Buffer;
  readonly creation_id: string;
  readonly calls: number;
  readonly answer: Buffer | null;
}

const removedAtOnce = 1_000;

/** Which requests came under a key, over all processes. */
export class KeyRecords {
  constructor(
    private readonly db: Database,
    private readonly times = { keptMs: answerLifetimeMs, holdMs },
  ) {}

  /** Takes a key that nobody holds and that has no answer, for this content; says what it met otherwise. */
  async take({ requestHash, contentHash }: HashedRequest): Promise<TakenKey> {
    const holder = newId();
    const { rows } = await this.db.raw<{ rows: Row[] }>(
      `insert into idempotency.key_record as known (request_hash, content_hash, creation_id, holder, held_until, kept_until)
       values (:requestHash, :contentHash, :creationId, :holder,
         clock_timestamp() + :holdMs * interval '1 millisecond', clock_timestamp() + :keptMs * interval '1 millisecond')
       on conflict (request_hash) do update set
         content_hash = excluded.content_hash, answer = null, holder = excluded.holder,
         held_until = excluded.held_until, kept_until = excluded.kept_until,
         creation_id = case when known.kept_until > clock_timestamp() then known.creation_id else excluded.creation_id end,
         calls = case when known.kept_until > clock_timestamp() then least(known.calls, 1000000) + 1 else 1 end
       where known.kept_until <= clock_timestamp()
         or (known.answer is null and known.held_until <= clock_timestamp() and known.content_hash = excluded.content_hash)
       returning creation_id, calls`,
      { requestHash, contentHash, creationId: newId(), holder, ...this.times },
    );
    const [taken] = rows;
    if (taken) return { kind: 'taken', held: { requestHash, holder, creationId: taken.creation_id, calls: taken.calls } };
    const [known] = (await this.db('idempotency.key_record').where({ request_hash: requestHash })) as Row[];
    // One that was given up at this moment is free: who asks again gets it.
    if (!known) return { kind: 'held by another' };
    if (!known.content_hash.equals(contentHash)) return { kind: 'other content' };
    return known.answer === null ? { kind: 'held by another' } : { kind: 'answered', answer: known.answer, creationId: known.creation_id };
  }

  /** Whether there is a record of the key, whatever it was used for. */
  async isKnown(requestHash: Buffer): Promise<boolean> {
    const { rows } = await this.db.raw<{ rows: unknown[] }>(
      'select 1 from idempotency.key_record where request_hash = ? and kept_until > clock_timestamp()',
      [requestHash],
    );
    return rows.length > 0;
  }

  /** Holds a key longer. */
  async renew({ requestHash, holder }: HeldKey): Promise<void> {
    await this.db.raw(
      `update idempotency.key_record set held_until = clock_timestamp() + :holdMs * interval '1 millisecond'
       where request_hash = :requestHash and holder = :holder and answer is null`,
      { requestHash, holder, holdMs: this.times.holdMs },
    );
  }

  /** Keeps the answer from now on. Of two calls that came to an answer, as after a long pause of one, the first one's stays. */
  async keep({ requestHash, creationId }: HeldKey, answer: Buffer): Promise<void> {
    await this.db.raw(
      `update idempotency.key_record set answer = :answer, kept_until = clock_timestamp() + :keptMs * interval '1 millisecond'
       where request_hash = :requestHash and creation_id = :creationId and answer is null`,
      { requestHash, creationId, answer, keptMs: this.times.keptMs },
    );
  }

  /** Ends a hold without an answer: the same content may come again at once, and only that. */
  async release({ requestHash, holder }: HeldKey): Promise<void> {
    await this.db.raw(
      'update idempotency.key_record set held_until = clock_timestamp() where request_hash = ? and holder = ? and answer is null',
      [requestHash, holder],
    );
  }

  /** Frees a key for any content: nothing was done under it. */
  async free({ requestHash, holder }: HeldKey): Promise<void> {
    await this.db.raw('delete from idempotency.key_record where request_hash = ? and holder = ? and answer is null', [requestHash, holder]);
  }

  /** Removes records whose time is over, at most 1,000; answers how many. */
  async removeOutdated(): Promise<number> {
    const { rowCount } = await this.db.raw<{ rowCount: number }>(
      `delete from idempotency.key_record where request_hash in (
         select request_hash from idempotency.key_record where kept_until < clock_timestamp() limit ? for update skip locked)`,
      [removedAtOnce],
    );
    return rowCount;
  }
}
