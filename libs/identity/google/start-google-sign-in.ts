import { Command, newId } from '@pps/kernel';
import type { Configuration, Keys } from '@pps/runtime';
import { verifyConnectorRequest } from './verify-connector-request';
import type { GoogleAccess } from './google-access';
import { deriveSignInSecrets, signState } from './sign-in-state';

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
  readonly google: GoogleAccess;
  readonly keys: Keys;
  readonly configuration: Configuration;
}

/** Answers where to send the browser. Throws `Rejected('service_unavailable')`, or `Invalid` for an unknown connector request. */
export async function startGoogleSignIn(
  app: StartGoogleSignInDeps,
  { next, connector, browser, at }: StartGoogleSignIn,
): Promise<StartedSignIn> {
  const provider = app.google.requireClient();
  const key = app.keys.API_KEY_HASH_KEY;
  const id = newId();
  const request = connector === null ? null : verifyConnectorRequest(connector, app.configuration);
  const expiresAt = new Date(at.getTime() + lifetimeMs).toISOString();
  const state = signState({ id, next, connector: request, browser, expiresAt }, key);
  return { authorizationUrl: await provider.authorizationUrl({ state, ...deriveSignInSecrets(id, key) }) };
}
