import { Command, newId, Invalid } from '@pps/kernel';
import type { Configuration, Keys } from '@pps/runtime';
import { connectorRequestIn } from './connector-request';
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
  const request = connector === null ? null : connectorRequestIn(connector, app.configuration, key);
  if (request === null && connector !== null) throw unknownRequest();
  const expiresAt = new Date(at.getTime() + lifetimeMs).toISOString();
  const state = signState({ id, next, connector: request, browser, expiresAt }, key);
  return { authorizationUrl: await provider.authorizationUrl({ state, ...deriveSignInSecrets(id, key) }) };
}

const unknownRequest = () =>
  new Invalid([{ loc: ['query', 'connector'], msg: 'connector is no pending authorization', type: 'unknown_connector_request' }]);
