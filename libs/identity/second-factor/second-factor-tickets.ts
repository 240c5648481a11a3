import { newId } from '@pps/kernel';
import type { Configuration, Keys } from '@pps/runtime';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** How long the page under `/app` may change the second factor after a sign-in there. */
const manageTicketLifetimeMs = 15 * 60_000;

/** `sign_in`: only a code is missing. `manage`: the second factor may be changed on its page. Neither is of use for anything else. */
export type TicketPurpose = 'sign_in' | 'manage';

export interface SecondFactorTicket {
  readonly id: string;
  readonly userId: string;
  /** The user's session generation: a new password ends tickets as it ends sessions. */
  readonly generation: number;
  readonly expiresAt: string;
}

type TicketFields = [id: string, userId: string, generation: number, expiresAt: string];

const ticketText = /^([\w-]{1,400})\.([\w-]{43})$/;

/** Signs and verifies short-lived tickets, which say who has proven the first factor. Nothing is stored for one. */
export class SecondFactorTickets {
  private readonly keys: Readonly<Record<TicketPurpose, Buffer>>;

  constructor(
    keys: Pick<Keys, 'JWT_KEY'>,
    private readonly settings: Pick<Configuration, 'SECOND_FACTOR_TICKET_LIFETIME'>,
  ) {
    const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', keys.JWT_KEY, '', `second factor ${purpose}`, 32));
    this.keys = { sign_in: keyFor('sign_in'), manage: keyFor('manage') };
  }

  /** A ticket of the user, and how many seconds it is good for. */
  issue(purpose: TicketPurpose, userId: string, generation: number, at: Date): { readonly ticket: string; readonly seconds: number } {
    const lifetimeMs = purpose === 'sign_in' ? this.settings.SECOND_FACTOR_TICKET_LIFETIME : manageTicketLifetimeMs;
    const fields: TicketFields = [newId(), userId, generation, new Date(at.getTime() + lifetimeMs).toISOString()];
    const body = Buffer.from(JSON.stringify(fields)).toString('base64url');
    return { ticket: `${body}.${this.sign(purpose, body).toString('base64url')}`, seconds: Math.floor(lifetimeMs / 1_000) };
  }

  /** What a ticket says, or null for text that was not signed here for this purpose, or has expired. */
  verify(purpose: TicketPurpose, text: string, at: string): SecondFactorTicket | null {
    const [, body = '', signature = ''] = ticketText.exec(text) ?? [];
    const given = Buffer.from(signature, 'base64url');
    const expected = this.sign(purpose, body);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const [id, userId, generation, expiresAt] = JSON.parse(Buffer.from(body, 'base64url').toString()) as TicketFields;
    return expiresAt > at ? { id, userId, generation, expiresAt } : null;
  }

  private sign(purpose: TicketPurpose, body: string): Buffer {
    return createHmac('sha256', this.keys[purpose]).update(body).digest();
  }
}
