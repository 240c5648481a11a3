import { CompleteConnection, StartConnection } from '@pps/connections';
import { connectionStream } from '@pps/connections/events';
import { completeConnection, startConnection } from '@pps/connections/testing';
import { newId, Rejected } from '@pps/kernel';
import { projectStream } from '@pps/workspaces/events';
import { send } from '../../../apps/simulators/testing';
import type { Parts } from '../../../apps/foundation/open-parts';
import type { Instance } from './instance';

export interface ConnectedUser {
  readonly username: string;
  readonly accountId: string;
}

/** A new project's account, connected as a user does it. */
export async function connectUser({ connecting }: Instance, { streams }: Parts, username: string): Promise<ConnectedUser> {
  const [projectId, organizationId, userId] = [newId(), newId(), newId()];
  const origin = {
    organizationId,
    projectId,
    epoch: 0,
    actor: { type: 'user' as const, id: userId },
    occurredAt: new Date().toISOString(),
  };
  const project = { projectId, organizationId, environment: 'production', name: 'Pins', timezone: 'UTC' } as const;
  await streams.decide(projectStream, projectId, origin, () => [
    { type: 'ProjectCreated', data: { ...project, createdAt: origin.occurredAt } } as const,
  ]);
  const request = { projectId, organizationId, environment: 'production' as const, epoch: 0, userId, accountId: null };
  const { authorizationUrl } = await startConnection(connecting, new StartConnection(request, origin));
  const { headers } = await send('POST', authorizationUrl, new URLSearchParams({ decision: 'approve', username }));
  const back = new URL(headers.get('location') ?? 'about:blank').searchParams;
  const { accountId } = await completeConnection(connecting, new CompleteConnection(back.get('state') ?? '', back.get('code'), null));
  return { username, accountId };
}

export async function expireAccess(simulatorsUrl: string, { username }: ConnectedUser): Promise<void> {
  await send('POST', `${simulatorsUrl}/platform/_control/tokens/expire`, { username });
}

/** How often the platform gave this user new tokens for a refresh token. */
export async function refreshesOf(simulatorsUrl: string, { username }: ConnectedUser): Promise<number> {
  const { json } = await send('GET', `${simulatorsUrl}/platform/_control/tokens?username=${username}`);
  return json.refresh_token;
}

/** Who the platform says one is, with the account's token. */
export async function whoAmI({ tokens }: Instance, { platform }: Parts, { accountId }: ConnectedUser): Promise<string> {
  return tokens.use(accountId, async (accessToken) => (await platform.user(accessToken)).value.username);
}

/** `healed`: the account works; `reconnect`: it does not, says so, and its facts say so; anything else is what must not be. */
export async function stateOf(instance: Instance, parts: Parts, user: ConnectedUser): Promise<string> {
  const seen = await whoAmI(instance, parts, user).then(
    (username) => (username === user.username ? 'works' : `answers for ${username}`),
    (error: unknown) =>
      error instanceof Rejected && ['token_revoked', 'token_expired'].includes(error.code)
        ? 'asks for a consent'
        : `fails: ${String(error)}`,
  );
  const { state } = await parts.streams.load(connectionStream, user.accountId);
  const isHealthy = state.kind === 'connected' && state.reconnectReason === null;
  if (seen === 'works' && isHealthy) return 'healed';
  if (seen === 'asks for a consent' && !isHealthy) return 'reconnect';
  return `SILENT: ${seen}, ${isHealthy ? 'healthy' : 'to be reconnected'} by its facts`;
}
