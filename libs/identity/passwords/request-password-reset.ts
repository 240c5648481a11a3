import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DATABASE, type Database } from '@pps/read-store';
import { CONFIGURATION, KEYS, type Configuration, type Keys } from '@pps/runtime';
import { emailHash } from '../email-addresses/normalized-email';

/** Stores that somebody asked for a new password. Every address takes the same steps, so that nobody learns which are registered; the dispatcher finds the user later. */
export class RequestPasswordReset extends Command<void> {
  constructor(readonly email: string) {
    super();
  }
}

@CommandHandler(RequestPasswordReset)
export class RequestPasswordResetHandler implements ICommandHandler<RequestPasswordReset> {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    @Inject(KEYS) private readonly keys: Keys,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  async execute({ email }: RequestPasswordReset): Promise<void> {
    await this.db.raw(
      `insert into identity.password_recovery as known (email_hash, asked_at) values (:hash, clock_timestamp())
       on conflict (email_hash) do update set asked_at = excluded.asked_at, is_handled = false
       where known.asked_at <= clock_timestamp() - :interval * interval '1 millisecond'`,
      { hash: emailHash(email, this.keys.EMAIL_HASH_KEY), interval: this.configuration.MAIL_INTERVAL },
    );
  }
}
