import { type Keys } from '@pps/runtime';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { parse, stringify } from 'uuid';

const signed = /^(([A-Za-z0-9_-]{22})(?:\.([A-Za-z0-9_-]{43}))?)\.([A-Za-z0-9_-]{43})$/;

export interface SignedState {
  readonly stateId: string;
  /** SHA-256 (base64url) of the mark of the only browser that may come back with it; null when any client may. */
  readonly browser: string | null;
}

/** Signs and verifies the OAuth `state`, which names a consent's stream, and the link of the page that leads to the consent. */
export class StateSignature {
  // Derived when first used: hosts that sign nothing do not have the key.
  private derived: { readonly state: Buffer; readonly link: Buffer } | undefined;

  constructor(private readonly secrets: Keys) {}

  sign({ stateId, browser }: SignedState): string {
    return sign(browser === null ? idText(stateId) : `${idText(stateId)}.${browser}`, this.keys().state);
  }

  /** What the state says, or null for text that was not signed here. */
  verify(state: string): SignedState | null {
    return verify(state, this.keys().state);
  }

  /** The value of a link to a consent's page; it is no `state`. */
  signLink(stateId: string): string {
    return sign(idText(stateId), this.keys().link);
  }

  /** The state's id, or null for a link that was not signed here. */
  verifyLink(link: string): string | null {
    return verify(link, this.keys().link)?.stateId ?? null;
  }

  private keys() {
    const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', this.secrets.JWT_KEY, '', purpose, 32));
    return (this.derived ??= { state: keyFor('oauth state'), link: keyFor('oauth link') });
  }
}

const idText = (stateId: string): string => Buffer.from(parse(stateId)).toString('base64url');

const sign = (body: string, key: Buffer): string => `${body}.${signatureOf(body, key).toString('base64url')}`;

function verify(text: string, key: Buffer): SignedState | null {
  const [, body, id, browser, signature] = signed.exec(text) ?? [];
  if (body === undefined || id === undefined || signature === undefined) return null;
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(body, key);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return { stateId: stringify(Buffer.from(id, 'base64url')), browser: browser ?? null };
}

function signatureOf(body: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(body).digest();
}
