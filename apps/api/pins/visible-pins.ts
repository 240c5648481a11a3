import { Inject, Injectable } from '@nestjs/common';
import { refuseForeignAccount, type Principal } from '@pps/identity';
import { NotFound } from '@pps/kernel';
import type { Pin } from '@pps/pins/events';
import { DATABASE, Freshness, type Database } from '@pps/read-store';
import { findPin } from '@projections/pins/list-pins.query';

/** Pins that a credential may name. */
@Injectable()
export class VisiblePins {
  constructor(
    private readonly freshness: Freshness,
    @Inject(DATABASE) private readonly db: Database,
  ) {}

  /** Throws `NotFound` for an absent or foreign pin, `Rejected('account_not_permitted')` for one on another account. */
  async find(principal: Principal, pinId: string): Promise<Pin> {
    await this.freshness.wait('pins', principal.asOf);
    const pin = await findPin(this.db, principal.projectId, principal.epoch, pinId);
    if (!pin) throw new NotFound('Pin');
    refuseForeignAccount(principal, pin.accountId);
    return pin;
  }
}
