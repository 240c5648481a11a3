import { connectionStream, type AccountConnected } from '@pps/connections/events';
import type { Streams } from '@pps/event-store';
import { newId } from '@pps/kernel';
import type { Account } from '../setup/account';

/** Connects an account that no platform has to a project, as its owner. */
export async function connectPlatformAccount(streams: Streams, { organizationId, projectId, userId }: Account): Promise<string> {
  const [accountId, at] = [newId(), new Date().toISOString()];
  const grant = { profileRef: newId(), tokenRef: newId(), scopes: ['pins:write'], tokenExpiresAt: at };
  const owner = { accountId, projectId, organizationId, epoch: 0, platformUserId: '7' };
  const fact: AccountConnected = { type: 'AccountConnected', data: { ...owner, ...grant, connectedAt: at } };
  const origin = { organizationId, projectId, epoch: 0, actor: { type: 'user', id: userId }, occurredAt: at } as const;
  await streams.decide(connectionStream, accountId, origin, () => [fact]);
  return accountId;
}
