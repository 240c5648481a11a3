import { Command, newId, Invalid } from '@pps/kernel';
import type { Configuration, Keys } from '@pps/runtime';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveSignInSecrets, signState } from './sign-in-state';
import { GoogleClient, requireGoogle } from './google.client';

export interface StartedSignIn {
  readonly authorizationUrl: string;
}

export class StartGoogleSignIn extends Command<StartedSignIn> {
  constructor(
    readonly next: string,
    readonly connector: string | null,
    /** SHA-256 (base64url) of the random text that the browser gets as a cookie. */
    readonly browser: string,
    readonly at: Date,
  ) {
    super();
  }
}

const lifetimeMs = 600_000;

export interface StartGoogleSignInDeps {
  readonly google: GoogleClient | null;
  readonly keys: Keys;
  readonly configuration: Configuration;
}

/** Answers where to send the browser. Throws `Rejected('service_unavailable')`, or `Invalid` for an unknown connector request. */
export async function startGoogleSignIn(
  app: StartGoogleSignInDeps,
  { next, connector, browser, at }: StartGoogleSignIn,
): Promise<StartedSignIn> {
  const provider = requireGoogle(app.google);
  const key = app.keys.API_KEY_HASH_KEY;
  const id = newId();
  const request = connector === null ? null : verifyConnectorRequest(connector, app.configuration);
  const expiresAt = new Date(at.getTime() + lifetimeMs).toISOString();
  const state = signState({ id, next, connector: request, browser, expiresAt }, key);
  return { authorizationUrl: await provider.authorizationUrl({ state, ...deriveSignInSecrets(id, key) }) };
}

const anyId = /^[\x21-\x7e]{1,255}$/;
const signedId = /^([A-Za-z0-9_-]{1,200})\.([A-Za-z0-9_-]{43})$/;

/** The id of the connector's pending authorization, without its signature. Throws `Invalid` when no connector is configured, or for an id it did not sign. */
function verifyConnectorRequest(
  text: string,
  { CONNECTOR_URL, CONNECTOR_KEY }: Pick<Configuration, 'CONNECTOR_URL' | 'CONNECTOR_KEY'>,
): string {
  if (CONNECTOR_URL === undefined || !anyId.test(text)) throw unknownRequest();
  // Without a shared key only the connector itself can check the id.
  if (CONNECTOR_KEY === undefined) return text;
  const [, id, signature] = signedId.exec(text) ?? [];
  if (id === undefined) throw unknownRequest();
  const expected = createHmac('sha256', CONNECTOR_KEY).update(id).digest();
  const given = Buffer.from(signature ?? '', 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw unknownRequest();
  return id;
}

const unknownRequest = () =>
  new Invalid([{ loc: ['query', 'connector'], msg: 'connector is no pending authorization', type: 'unknown_connector_request' }]);
