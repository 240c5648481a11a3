import { pinStream } from '@pps/pins/events';
import type { Headers } from './platform-user';
import type { RunningService } from './running-service';

/** A pin of the signed in person's organization fails now, as if the platform had refused it. */
export async function failPin({ call, parts }: RunningService, pinId: string, session: Headers, at = new Date()): Promise<void> {
  const { organization } = (await call('GET', '/v1/auth/me', undefined, session)).body;
  const failure = { errorCode: 'board_not_found' as const, errorMessage: 'Gone', failedAt: at.toISOString() };
  const origin = { organizationId: organization.id, actor: { type: 'system' as const }, occurredAt: failure.failedAt };
  await parts.streams.decide(pinStream, pinId, origin, () => [{ type: 'PinFailed' as const, data: failure }]);
}
