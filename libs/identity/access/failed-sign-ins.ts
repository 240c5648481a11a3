import type { Streams, Origin } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import { clientNetworkOf, type Keys } from '@pps/runtime';
import { createHmac } from 'node:crypto';
import { requestOrigin } from '../users/principal';
import type { User } from '../users/user.state';
import { recordFailedSignIn, accessStream, accessStreamId, type SignInFailed } from './access.stream';

/** More are not recorded at once: whoever floods the service with wrong passwords must not queue up appends. */
const atOnce = 16;

/** Records failed sign-ins of people who exist. */
export class FailedSignIns {
  private recording = 0;

  constructor(
    private readonly streams: Streams,
    private readonly keys: Pick<Keys, 'EMAIL_HASH_KEY'>,
    private readonly clock: Clock,
  ) {}

  /**
   * Does not wait and throws nothing, and begins behind what the caller does next: the answer must take as long as that for an address that nobody
   * has. One that cannot be recorded is only counted by the limits.
   */
  note(
    { userId, organizationId }: Pick<User, 'userId' | 'organizationId'>,
    address: string,
    factor?: SignInFailed['data']['factor'],
  ): void {
    if (this.recording >= atOnce) return;
    this.recording++;
    const failedAt = this.clock().toISOString();
    const failed = { userId, organizationId, networkHash: this.hash(clientNetworkOf(address)), failedAt, ...(factor && { factor }) };
    const origin: Origin = { ...requestOrigin(), organizationId, actor: { type: 'system', id: 'sign-in' }, occurredAt: failedAt };
    setImmediate(() => {
      void this.streams
        .decide(accessStream, accessStreamId(userId, failedAt), origin, (state) => recordFailedSignIn(failed, state))
        .catch(() => undefined)
        .finally(() => this.recording--);
    });
  }

  private hash(network: string): string {
    return createHmac('sha256', this.keys.EMAIL_HASH_KEY).update(`failed sign-in from ${network}`).digest('hex');
  }
}
