import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { derivedId, Rejected } from '@pps/kernel';
import { CONFIGURATION, KEYS, type Configuration, type Keys } from '@pps/runtime';
import { linkTokenHash, newLinkToken } from '../email-links/link-token';
import { GoogleAccess } from './google-access';
import { invalidState, issueHandoff, returnFromSignIn } from './handoff.decider';
import { handoffStream } from './handoff.stream';
import { isSameBrowser, type ReturningBrowser } from './returning-browser';
import { deriveSignInSecrets, verifyState } from './sign-in-state';
import { SignInWithGoogle } from './sign-in-with-google';

export interface CompletedSignIn {
  /** Exchanged once for a session. */
  readonly token: string;
  readonly next: string;
  readonly connector: string | null;
}

/** Ends a sign-in with what Google sent the browser back with; a null code means that the user refused. Throws `Rejected`: `invalid_state`, `access_denied`, `account_exists`, `service_unavailable`. */
export class CompleteGoogleSignIn extends Command<CompletedSignIn> {
  constructor(
    readonly state: string,
    readonly code: string | null,
    readonly from: ReturningBrowser,
    readonly at: string,
    readonly requestOrigin: Pick<Origin, 'requestId' | 'correlationId'>,
  ) {
    super();
  }
}

@CommandHandler(CompleteGoogleSignIn)
export class CompleteGoogleSignInHandler implements ICommandHandler<CompleteGoogleSignIn> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly google: GoogleAccess,
    private readonly bus: CommandBus,
    @Inject(KEYS) private readonly keys: Keys,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  async execute({ state: text, code, from, at, requestOrigin }: CompleteGoogleSignIn): Promise<CompletedSignIn> {
    const provider = this.google.requireClient();
    const key = this.keys.API_KEY_HASH_KEY;
    const state = verifyState(text, key, at);
    if (!state || !isSameBrowser(from, state.browser)) throw invalidState();
    const handoffId = derivedId('google-handoff', state.id);
    if ((await this.runner.load(handoffStream, handoffId)).state.kind !== 'none') throw invalidState();
    if (code === null)
      throw new Rejected(
        'access_denied',
        'Access was denied',
        {},
        { remediation: 'Start the sign-in again and allow it at Google, or log in with e-mail address and password.' },
      );
    const returned = { ...requestOrigin, actor: { type: 'user' as const }, occurredAt: at };
    await this.runner.run(handoffStream, handoffId, returned, (current) => returnFromSignIn(at, current));
    const identity = await provider.exchange(code, { state: text, ...deriveSignInSecrets(state.id, key) });
    const { userId, isNewUser } = await this.bus.execute(new SignInWithGoogle(identity, at, requestOrigin));
    const token = newLinkToken(handoffId);
    const expiresAt = new Date(Date.parse(at) + this.configuration.HANDOFF_LIFETIME).toISOString();
    const issued = { handoffId, userId, isNewUser, browser: state.browser, tokenHash: linkTokenHash(token), issuedAt: at, expiresAt };
    const origin = { ...requestOrigin, actor: { type: 'user' as const, id: userId }, occurredAt: at };
    await this.runner.run(handoffStream, handoffId, origin, (current) => issueHandoff(issued, current));
    return { token, next: state.next, connector: state.connector };
  }
}
