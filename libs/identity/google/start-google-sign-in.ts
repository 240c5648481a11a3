import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newId } from '@pps/kernel';
import { CONFIGURATION, KEYS, type Configuration, type Keys } from '@pps/runtime';
import { verifyConnectorRequest } from './verify-connector-request';
import { GoogleAccess } from './google-access';
import { deriveSignInSecrets, signState } from './sign-in-state';

export interface StartedSignIn {
  readonly authorizationUrl: string;
}

/** Answers where to send the browser. Throws `Rejected('service_unavailable')`, or `Invalid` for an unknown connector request. */
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

@CommandHandler(StartGoogleSignIn)
export class StartGoogleSignInHandler implements ICommandHandler<StartGoogleSignIn> {
  constructor(
    private readonly google: GoogleAccess,
    @Inject(KEYS) private readonly keys: Keys,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  async execute({ next, connector, browser, at }: StartGoogleSignIn): Promise<StartedSignIn> {
    const provider = this.google.requireClient();
    const key = this.keys.API_KEY_HASH_KEY;
    const id = newId();
    const request = connector === null ? null : verifyConnectorRequest(connector, this.configuration);
    const expiresAt = new Date(at.getTime() + lifetimeMs).toISOString();
    const state = signState({ id, next, connector: request, browser, expiresAt }, key);
    return { authorizationUrl: await provider.authorizationUrl({ state, ...deriveSignInSecrets(id, key) }) };
  }
}
