import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner, type Origin } from '@pps/event-store';
import { CLOCK, newId, Rejected, type Clock } from '@pps/kernel';
import { completeOAuth, startOAuth } from './oauth.decider';
import type { OAuthCompleted, OAuthStarted } from './oauth.events';
import { oauthStream } from './oauth.stream';
import { StateSignature } from './state-signature';

export type OAuthRequest = OAuthStarted['data'];

const lifetimeMs = 600_000;

/** Consents that have started. Each is a stream, so that its `state` can be used only once, on whichever process the user comes back to. */
@Injectable()
export class OAuthRequests {
  constructor(
    private readonly runner: CommandRunner,
    private readonly signature: StateSignature,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Starts a consent; its `state` can be used for 10 minutes. */
  async start(
    asked: Omit<OAuthRequest, 'stateId' | 'startedAt' | 'expiresAt'>,
    origin: Origin,
  ): Promise<{ readonly state: string; readonly expiresAt: string }> {
    const stateId = newId();
    const expiresAt = new Date(Date.parse(origin.occurredAt) + lifetimeMs).toISOString();
    const request = { ...asked, stateId, startedAt: origin.occurredAt, expiresAt };
    await this.runner.run(oauthStream, stateId, origin, (state) => startOAuth(request, state), { fresh: true });
    return { state: this.signature.sign(stateId), expiresAt };
  }

  /** Uses the state up: of concurrent calls one succeeds. Throws `Rejected('invalid_state')`. */
  async complete(
    signed: string,
    outcome: OAuthCompleted['data']['outcome'],
  ): Promise<{ readonly request: OAuthRequest; readonly origin: Origin }> {
    const stateId = this.signature.verify(signed);
    const known = stateId === null ? null : await this.runner.load(oauthStream, stateId);
    if (stateId === null || known === null || known.state.kind === 'absent')
      throw new Rejected('invalid_state', 'Invalid or expired OAuth state');
    const { request } = known.state;
    const origin = this.originOf(request);
    const completion = { outcome, completedAt: origin.occurredAt };
    await this.runner.run(oauthStream, stateId, origin, (state) => completeOAuth(completion, state));
    return { request, origin };
  }

  private originOf({ organizationId, projectId, epoch, userId, stateId }: OAuthRequest): Origin {
    const actor = { type: 'user', id: userId } as const;
    return { organizationId, projectId, epoch, actor, correlationId: stateId, occurredAt: this.clock().toISOString() };
  }
}
