import type { Keys } from '@pps/runtime';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Who is asked on the page whether a terminal may have a key, and which terminal. */
export interface DeviceTicket {
  readonly requestId: string;
  readonly userCode: string;
  readonly userId: string;
  readonly sessionId: string;
  /** The user's session generation when the session began. */
  readonly generation: number;
  /** The person's production project. */
  readonly projectId: string;
}

const lifetimeMs = 600_000;
const ticketText = /^([\w-]{1,600})\.([\w-]{43})$/;

/**
 * Signs and verifies what carries a sign-in from the page's form to its answer. The pages have no cookie that grants anything: without this text, which
 * only the page that was shown has, nobody's form approves.
 */
export class DeviceTickets {
  private readonly key: Buffer;

  constructor(keys: Pick<Keys, 'JWT_KEY'>) {
    this.key = Buffer.from(hkdfSync('sha256', keys.JWT_KEY, '', 'device sign-in', 32));
  }

  issue({ requestId, userCode, userId, sessionId, generation, projectId }: DeviceTicket, now: Date): string {
    const expiresAt = new Date(now.getTime() + lifetimeMs).toISOString();
    const body = Buffer.from(JSON.stringify([requestId, userCode, userId, sessionId, generation, projectId, expiresAt])).toString(
      'base64url',
    );
    return `${body}.${this.sign(body)}`;
  }

  /** Null for text that was not signed here, or has expired. */
  verify(text: string, now: Date): DeviceTicket | null {
    const [, body = '', signature = ''] = ticketText.exec(text) ?? [];
    // As text: bytes have several texts, whose last character differs in bits that mean nothing.
    const given = Buffer.from(signature);
    const expected = Buffer.from(this.sign(body));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const fields = JSON.parse(Buffer.from(body, 'base64url').toString()) as [string, string, string, string, number, string, string];
    const [requestId, userCode, userId, sessionId, generation, projectId, expiresAt] = fields;
    return expiresAt > now.toISOString() ? { requestId, userCode, userId, sessionId, generation, projectId } : null;
  }

  private sign(body: string): string {
    return createHmac('sha256', this.key).update(body).digest('base64url');
  }
}
