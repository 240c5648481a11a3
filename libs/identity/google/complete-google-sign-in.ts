import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { derivedId, Rejected } from '@pps/kernel';
import { CONFIGURATION, KEYS, type Configuration, type Keys } from '@pps/runtime';
import { linkTokenHash, newLinkToken } from '../email-links/link-token';
import { GoogleAccess } from './google-access';
import { invalidState, issueHandoff } from './handoff.decider';
import { handoffStream } from './handoff.stream';
import { browserHash, secretsOf, verifyState, type SignInState } from './sign-in-state';
import { SignInWithGoogle } from './sign-in-with-google';

export interface BroughtBack {
  /** Exchanged once for a session. */
  readonly token: string;
  readonly next: string;
  readonly connector: string | null;
}

/** Who brings a state back. */
export interface SentBackFrom {
  /** What the browser kept since it began; null for one that kept nothing. */
  readonly browser: string | null;
  /** Whether it is certainly a browser, which keeps what it is given. */
  readonly isBrowser: boolean;
}

/** What the browser brings back from Google; a null code means that access was refused. Throws `Rejected`. */
export class CompleteGoogleSignIn extends Command<BroughtBack> {
  constructor(
    readonly state: string,
    readonly code: string | null,
    readonly from: SentBackFrom,
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

  async execute({ state: text, code, from, at, requestOrigin }: CompleteGoogleSignIn): Promise<BroughtBack> {
    const provider = this.google.require();
    const key = this.keys.API_KEY_HASH_KEY;
    const state = verifyState(text, key, at);
    if (!state || !beganIn(from, state)) throw invalidState();
    const handoffId = derivedId('google-handoff', state.id);
    if ((await this.runner.load(handoffStream, handoffId)).state.kind !== 'none') throw invalidState();
    if (code === null) throw new Rejected('access_denied', 'Access was denied');
    const identity = await provider.exchange(code, { state: text, ...secretsOf(state.id, key) });
    const { userId, isNewUser } = await this.bus.execute(new SignInWithGoogle(identity, at, requestOrigin));
    const token = newLinkToken(handoffId);
    const expiresAt = new Date(Date.parse(at) + this.configuration.HANDOFF_LIFETIME).toISOString();
    const issued = { handoffId, userId, isNewUser, tokenHash: linkTokenHash(token), issuedAt: at, expiresAt };
    const origin = { ...requestOrigin, actor: { type: 'user' as const, id: userId }, occurredAt: at };
    await this.runner.run(handoffStream, handoffId, origin, (current) => issueHandoff(issued, current));
    return { token, next: state.next, connector: state.connector };
  }
}

/** Otherwise somebody could send a person the end of a sign-in of his own, and the person would work in a stranger's account. */
const beganIn = ({ browser, isBrowser }: SentBackFrom, state: SignInState): boolean =>
  browser === null ? !isBrowser : browserHash(browser) === state.browser;
