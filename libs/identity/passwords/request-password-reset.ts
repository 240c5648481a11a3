import { Command } from '@pps/kernel';
import type { Database } from '@pps/read-store';
import type { Configuration, Keys } from '@pps/runtime';
import { emailHash } from '../users/user-profile';

export class RequestPasswordReset extends Command<void> {
  constructor(readonly email: string) {
    super();
  }
}

export interface RequestPasswordResetDeps {
  readonly db: Database;
  readonly keys: Keys;
  readonly configuration: Configuration;
}

/** Stores that somebody asked for a new password. Every address takes the same steps, so that nobody learns which are registered; the dispatcher finds the user later. */
export async function requestPasswordReset(app: RequestPasswordResetDeps, { email }: RequestPasswordReset): Promise<void> {
  await app.db.raw(
    `insert into identity.password_recovery as known (email_hash, asked_at) values (:hash, clock_timestamp())
     on conflict (email_hash) do update set asked_at = excluded.asked_at, is_handled = false
     where known.asked_at <= clock_timestamp() - :interval * interval '1 millisecond'`,
    { hash: emailHash(email, app.keys.EMAIL_HASH_KEY), interval: app.configuration.MAIL_INTERVAL },
  );
}
