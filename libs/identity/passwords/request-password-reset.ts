import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DATABASE, type Database } from '@pps/read-store';
import { CONFIGURATION, KEYS, type Configuration, type Keys } from '@pps/runtime';
import { createHmac } from 'node:crypto';
import { countAttempt } from '../rate-limits/attempt-counter.store';
import { clientNetworkOf } from '../rate-limits/client-network';
import { emailHash } from '../email-addresses/normalized-email';

/** Stores that somebody asked for a new password. Every address takes the same steps, so that nobody learns which are registered; the dispatcher finds the user later. */
export class RequestPasswordReset extends Command<void> {
  constructor(
    readonly email: string,
    /** The client's network address. */
    readonly address: string,
  ) {
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

  async execute({ email, address }: RequestPasswordReset): Promise<void> {
    const { MAIL_INTERVAL, MAIL_REQUESTS_PER_ADDRESS, MAIL_REQUESTS_WINDOW } = this.configuration;
    const key = this.keys.EMAIL_HASH_KEY;
    const network = createHmac('sha256', key)
      .update(`recovery network ${clientNetworkOf(address)}`)
      .digest();
    const asked = await countAttempt(this.db, network, MAIL_REQUESTS_WINDOW);
    if (asked > MAIL_REQUESTS_PER_ADDRESS) return;
    await this.db.raw(
      `insert into identity.password_recovery as known (email_hash, asked_at) values (:hash, clock_timestamp())
       on conflict (email_hash) do update set asked_at = excluded.asked_at, is_handled = false
       where known.asked_at <= clock_timestamp() - :interval * interval '1 millisecond'`,
      { hash: emailHash(email, key), interval: MAIL_INTERVAL },
    );
  }
}
