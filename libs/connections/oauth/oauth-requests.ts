import { Streams, type Origin } from '@pps/event-store';
import { newId, type Clock } from '@pps/kernel';
import {
  type OAuthStarted,
  completeOAuth,
  invalidOAuthState,
  isPending,
  startOAuth,
  type OAuthCompleted,
  oauthStream,
} from './oauth.stream';
import { StateSignature } from './state-signature';

/** Whose consent, and which account it reconnects; null: it may connect any. */
export type ConsentBegun = Pick<OAuthStarted['data'], 'userId' | 'accountId'>;

/** What a consent was begun with. */
export type ConsentStarter = NonNullable<OAuthStarted['data']['starter']>;

/** Port to identity, bound by the host: whether what a consent was begun with still works, and may still begin it. */
export interface ConsentStarters {
  isLive(begun: ConsentBegun, starter: ConsentStarter): Promise<boolean>;
}

export type OAuthRequest = OAuthStarted['data'];

const lifetimeMs = 600_000;

/** Consents that have started. Each is a stream, so that its `state` can be used only once, on whichever process the user comes back to. */
export class OAuthRequests {
  constructor(
    private readonly streams: Streams,
    private readonly signature: StateSignature,
    private readonly starters: ConsentStarters,
    private readonly clock: Clock,
  ) {}

  /** Starts a consent; its `state`, and the link to its page, can be used for 10 minutes. */
  async start(
    asked: Omit<OAuthRequest, 'stateId' | 'startedAt' | 'expiresAt'>,
    origin: Origin,
  ): Promise<{ readonly state: string; readonly link: string; readonly expiresAt: string }> {
    const stateId = newId();
    const expiresAt = new Date(Date.parse(origin.occurredAt) + lifetimeMs).toISOString();
    const request = { ...asked, stateId, startedAt: origin.occurredAt, expiresAt };
    await this.streams.decide(oauthStream, stateId, origin, (state) => startOAuth(request, state), { fresh: true });
    return { state: this.signature.sign({ stateId, browser: null }), link: this.signature.signLink(stateId), expiresAt };
  }

  /** The consent that a link leads to, while it can still be given, and what began it works. Throws `Rejected('invalid_state')`. */
  async findPending(link: string): Promise<OAuthRequest> {
    const stateId = this.signature.verifyLink(link);
    const known = stateId === null ? null : await this.streams.load(oauthStream, stateId);
    if (known === null || !isPending(known.state, this.clock().toISOString())) throw invalidOAuthState();
    await this.refuseEnded(known.state.request);
    return known.state.request;
  }

  /** A `state` of the consent that works only for a browser with this hash of its mark. */
  stateFor({ stateId }: OAuthRequest, browser: string): string {
    return this.signature.sign({ stateId, browser });
  }

  /** Uses the state up: of concurrent calls one succeeds. Throws `Rejected('invalid_state')`, also for a state of another browser, and one of a session or key that has ended. */
  async complete(
    signed: string,
    browser: string | null,
    outcome: OAuthCompleted['data']['outcome'],
  ): Promise<{ readonly request: OAuthRequest; readonly origin: Origin }> {
    const state = this.signature.verify(signed);
    if (state === null || (state.browser !== null && state.browser !== browser)) throw invalidOAuthState();
    const { stateId } = state;
    const known = await this.streams.load(oauthStream, stateId);
    if (known.state.kind === 'absent') throw invalidOAuthState();
    const { request } = known.state;
    await this.refuseEnded(request);
    const origin = this.originOf(request);
    const completion = { outcome, completedAt: origin.occurredAt };
    await this.streams.decide(oauthStream, stateId, origin, (current) => completeOAuth(completion, current));
    return { request, origin };
  }

  private async refuseEnded({ userId, accountId, starter }: OAuthRequest): Promise<void> {
    if (starter && !(await this.starters.isLive({ userId, accountId }, starter))) throw invalidOAuthState();
  }

  private originOf({ organizationId, projectId, epoch, userId, stateId }: OAuthRequest): Origin {
    const actor = { type: 'user', id: userId } as const;
    return { organizationId, projectId, epoch, actor, correlationId: stateId, occurredAt: this.clock().toISOString() };
  }
}
