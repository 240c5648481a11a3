import type { Database } from '@pps/read-store';
import type { Configuration, Keys } from '@pps/runtime';
import { createHmac } from 'node:crypto';

const deleteIntervalMs = 60_000;
const deletedAtOnce = 10_000;

/** From which client networks people signed in lately, by keyed hash. */
export class KnownAddresses {
  private deletedAt = -Infinity;

  constructor(
    private readonly db: Database,
    private readonly keys: Pick<Keys, 'EMAIL_HASH_KEY'>,
    private readonly settings: Pick<Configuration, 'KNOWN_ADDRESS_LIFETIME'>,
  ) {}

  /** Notes a sign-in; a date is at most an hour old. */
  async remember(emailHash: string, network: string): Promise<void> {
    await this.deleteExpired();
    await this.db.raw(
      `insert into identity.known_address as known (person_and_network, signed_in_at) values (?, clock_timestamp())
       on conflict (person_and_network) do update set signed_in_at = excluded.signed_in_at
       where known.signed_in_at < excluded.signed_in_at - interval '1 hour'`,
      [this.hash(emailHash, network)],
    );
  }

  async isKnown(emailHash: string, network: string): Promise<boolean> {
    const { rows } = await this.db.raw<{ rows: unknown[] }>(
      `select from identity.known_address
       where person_and_network = ? and signed_in_at > clock_timestamp() - ? * interval '1 millisecond'`,
      [this.hash(emailHash, network), this.settings.KNOWN_ADDRESS_LIFETIME],
    );
    return rows.length > 0;
  }

  private async deleteExpired(): Promise<void> {
    if (performance.now() - this.deletedAt < deleteIntervalMs) return;
    this.deletedAt = performance.now();
    await this.db.raw(
      `delete from identity.known_address where person_and_network in (
         select person_and_network from identity.known_address
         where signed_in_at < clock_timestamp() - ? * interval '1 millisecond' limit ? for update skip locked)`,
      [this.settings.KNOWN_ADDRESS_LIFETIME, deletedAtOnce],
    );
  }

  private hash(emailHash: string, network: string): Buffer {
    return createHmac('sha256', this.keys.EMAIL_HASH_KEY).update(`signed in ${emailHash} from ${network}`).digest();
  }
}
