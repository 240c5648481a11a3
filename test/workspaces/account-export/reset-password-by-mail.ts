import { pause } from '@pps/concurrency';
import { runPasswordResetDispatcher } from '@pps/identity';
import { userStream } from '@pps/identity/events';
import type { Account } from '../../setup/account';
import { eventually } from '../../setup/eventually';
import type { RunningService } from '../../setup/running-service';

/** Asks for a new password and sets it by the link that would have been mailed. Throws where it is refused. */
export async function resetPasswordByMail({ call, parts }: RunningService, { email, userId }: Account, password: string): Promise<void> {
  const ending = new AbortController();
  const onError = (error: unknown) => ending.abort(error);
  const dispatching = runPasswordResetDispatcher({ ...parts, linkLifetimeMs: 3_600_000, intervalMs: 60_000, wait: pause, onError }, ending);
  await call('POST', '/v1/auth/forgot-password', { email });
  const link = await eventually('the link is made', async () => {
    const { state } = await parts.streams.load(userStream, userId);
    return state.kind === 'registered' ? state.links.find(({ kind }) => kind === 'password_reset') : undefined;
  });
  ending.abort();
  await dispatching;
  const token = await parts.vault.get(link.tokenRef);
  const { status, body } = await call('POST', '/v1/auth/reset-password', { token, password });
  if (status !== 200) throw new Error(`not reset: ${status} ${JSON.stringify(body)}`);
}
