import { connectionStream, type AccountConnected } from '@pps/connections/events';
import type { StreamType } from '@pps/event-store';
import { newId, type Fact } from '@pps/kernel';
import { pinStream } from '@pps/pins/events';
import { pinQueued } from '@pps/pins/testing';
import type { Account } from '../setup/account';
import type { RunningService } from '../setup/running-service';

type Owner = Pick<Account, 'organizationId' | 'projectId'>;

const originOf = ({ organizationId, projectId }: Owner) =>
  ({ organizationId, projectId, epoch: 0, actor: { type: 'system' }, occurredAt: new Date().toISOString() }) as const;

/** Appends a fact as a process beside the API does. */
export const appendFact = <State, F extends Fact>(
  { parts }: RunningService,
  owner: Owner,
  type: StreamType<State, F>,
  id: string,
  fact: F,
) => parts.streams.decide(type, id, originOf(owner), () => [fact]);

export async function connectAccount(service: RunningService, owner: Owner): Promise<string> {
  const [accountId, at] = [newId(), new Date().toISOString()];
  const grant = { profileRef: newId(), tokenRef: newId(), scopes: ['pins:write'], tokenExpiresAt: at };
  const { organizationId, projectId } = owner;
  const data = { accountId, projectId, organizationId, epoch: 0, platformUserId: accountId, ...grant, connectedAt: at };
  await appendFact(service, owner, connectionStream, accountId, { type: 'AccountConnected', data } satisfies AccountConnected);
  return accountId;
}

/** Queues a pin of the account; gives its id. */
export async function queuePinOf(
  service: RunningService,
  { organizationId, projectId }: Owner,
  accountId: string,
  more: object = {},
): Promise<string> {
  const pinId = newId();
  const fact = pinQueued({ organizationId, projectId, accountId, epoch: 0, pinId, ...more });
  await appendFact(service, { organizationId, projectId }, pinStream, pinId, fact);
  return pinId;
}
