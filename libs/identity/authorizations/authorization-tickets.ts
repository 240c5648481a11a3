import type { Keys } from '@pps/runtime';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { OAuthClient } from '../oauth-clients/find-oauth-client';
import type { GrantResource, Scope } from '../users/principal';

/** What a program asks of a person, as it came to the page. */
export interface AuthorizationRequest {
  /** Made when it was opened: all answers to one opening are one authorization. */
  readonly requestId: string;
  readonly clientId: string;
  /** What it was known as when it asked, so that no step asks for it again. */
  readonly clientName: string;
  readonly clientKind: OAuthClient['kind'];
  readonly redirectUri: string;
  readonly resource: GrantResource;
  readonly scopes: readonly Scope[];
  /** The program's own, which it gets back; null: it gave none. */
  readonly state: string | null;
  readonly codeChallenge: string;
  /** Hash of the mark of the browser that it was opened in. */
  readonly browser: string;
}

/** Who is asked, in which session. */
export interface AskedPerson {
  readonly userId: string;
  readonly sessionId: string;
  /** The user's session generation when the session began. */
  readonly generation: number;
  /** The person's production project. */
  readonly projectId: string;
}

interface Contents {
  readonly request: AuthorizationRequest;
  readonly consent: AuthorizationRequest & AskedPerson;
  /** Of somebody who changes what a program may do. */
  readonly grant: AskedPerson & { readonly keyId: string };
  /** Of somebody who looks at what is proposed to him. */
  readonly proposal: AskedPerson & { readonly proposalId: string };
}

const lifetimeMs = 900_000;
/** A proposal has up to 100 pins to look at. */
const lifetimesMs: Readonly<Partial<Record<keyof Contents, number>>> = { proposal: 3_600_000 };
const longestText = 12_000;

/**
 * Signs and verifies what carries a program's question from page to page. Nothing is stored before the answer, and the pages have no cookie that grants
 * anything: without this text, which only the page that was shown has, and the mark of its browser nobody's form agrees.
 */
export class AuthorizationTickets {
  private readonly key: Buffer;

  constructor(keys: Pick<Keys, 'JWT_KEY'>) {
    this.key = Buffer.from(hkdfSync('sha256', keys.JWT_KEY, '', 'authorization', 32));
  }

  issue<Step extends keyof Contents>(step: Step, content: Contents[Step], now: Date): string {
    const expiresAt = now.getTime() + (lifetimesMs[step] ?? lifetimeMs);
    const body = Buffer.from(JSON.stringify([step, expiresAt, content])).toString('base64url');
    return `${body}.${this.sign(body)}`;
  }

  /** Null for text that was not signed here for this step, or has expired. */
  verify<Step extends keyof Contents>(step: Step, text: string, now: Date): Contents[Step] | null {
    const [body = '', signature = '', ...more] = text.length > longestText ? [] : text.split('.');
    const [given, expected] = [Buffer.from(signature), Buffer.from(this.sign(body))];
    if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const [signedStep, expiresAt, content] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [string, number, Contents[Step]];
    return signedStep === step && expiresAt > now.getTime() ? content : null;
  }

  /** The code for an answer (256 bits), which nothing stores: the same for a form that is sent twice. */
  codeOf({ requestId }: Pick<AuthorizationRequest, 'requestId'>): string {
    return createHmac('sha256', this.key).update(`code of ${requestId}`).digest('base64url');
  }

  private sign(body: string): string {
    return createHmac('sha256', this.key).update(`ticket ${body}`).digest('base64url');
  }
}
