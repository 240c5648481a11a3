import { assetStream } from '@pps/assets/events';
import { connectionStream, sandboxBoardsStream, sandboxBoardsStreamId } from '@pps/connections/events';
import type { LiveStates } from '@pps/event-store';
import { isVisibleKey, type Principal } from '@pps/identity';
import { apiKeyStream, sessionStream } from '@pps/identity/events';
import { importStream } from '@pps/imports/events';
import { isWithin } from '@pps/kernel';
import { pinStream } from '@pps/pins/events';
import { proposalStream } from '@pps/proposals/events';
import { scheduleStream } from '@pps/schedules/events';
import { webhookStream } from '@pps/webhooks/events';
import type { Change } from './change';
import type { FindNamed } from './named-by-facts';

export interface ShowingParts {
  readonly live: Pick<LiveStates, 'get'>;
  readonly findNamed: FindNamed;
}

/** A change as a client is told of it. */
export interface ShownChange {
  readonly type: string;
  readonly id: string;
  readonly is_new: boolean;
  readonly account_id?: string;
  readonly schedule_id?: string;
  readonly import_id?: string;
  readonly webhook_id?: string;
}

/** The histories that a caller may be told of: the project's, and the organization's where it is limited neither to accounts nor to the sandbox. */
export function shownTrees({ projectId, organizationId, accountIds, keyEnvironment }: Principal): string[] {
  return accountIds !== null || keyEnvironment === 'sandbox' ? [projectId] : [projectId, organizationId];
}

/** The same for callers of a project who are told the same: all but those with an allow-list, and each person's own things. */
export function viewOf({ projectId, epoch, accountIds, keyEnvironment, kind, userId, keyId }: Principal): string {
  return JSON.stringify([projectId, epoch, keyEnvironment ?? null, kind === 'session' ? userId : null, accountIds && [keyId, accountIds]]);
}

/** What is told of a change; null where the caller may not know of it. Throws `StoreUnavailable`. */
export async function showChange(parts: ShowingParts, caller: Principal, change: Change): Promise<ShownChange | null> {
  const { type, id, treeId, epoch, isNew, position } = change;
  const { accountIds } = caller;
  if (!shownTrees(caller).includes(treeId)) return null;
  if (!isOfEpoch(caller, change, epoch)) return null;
  const { live } = parts;
  const told = { type, id, is_new: isNew };
  // Of what the log's index tells, the thing itself says the epoch.
  const needsState = accountIds !== null || epoch === undefined;
  switch (type) {
    case 'pin': {
      const { state } = await live.get(pinStream, id, position);
      if (state.kind === 'none' || state.kind === 'abandoned') return accountIds === null ? told : null;
      if (!isOfEpoch(caller, change, state.epoch) || !isWithin([state.accountId], accountIds)) return null;
      const { scheduleId, importJobId } = state.kind === 'pin' ? state : {};
      return {
        ...told,
        account_id: state.accountId,
        ...(scheduleId !== undefined && { schedule_id: scheduleId }),
        ...(importJobId !== undefined && { import_id: importJobId }),
      };
    }
    case 'schedule': {
      const { state } = await live.get(scheduleStream, id, position);
      if (state.kind === 'none') return accountIds === null ? told : null;
      if (!isOfEpoch(caller, change, state.epoch)) return null;
      return isWithin([state.accountId], accountIds) ? { ...told, account_id: state.accountId } : null;
    }
    case 'account': {
      if (!isWithin([id], accountIds)) return null;
      if (epoch !== undefined) return told;
      const { state } = await live.get(connectionStream, id, position);
      return state.kind === 'absent' || isOfEpoch(caller, change, state.epoch) ? told : null;
    }
    case 'board':
      return showBoard(parts, caller, change);
    case 'webhook':
      return !needsState || (await isWebhookShown(parts, caller, change, id)) ? told : null;
    case 'webhook_delivery': {
      const { webhookId } = change.webhookId === undefined ? await parts.findNamed(change) : change;
      if (webhookId === undefined) return accountIds === null ? told : null;
      return !needsState || (await isWebhookShown(parts, caller, change, webhookId)) ? { ...told, webhook_id: webhookId } : null;
    }
    case 'asset': {
      if (!needsState) return told;
      const { state } = await live.get(assetStream, id, position);
      if (state.kind === 'none') return accountIds === null ? told : null;
      if (!isOfEpoch(caller, change, state.epoch)) return null;
      return accountIds === null || (caller.keyId !== undefined && state.uploadedByKeyId === caller.keyId) ? told : null;
    }
    case 'api_key': {
      if (!needsState) return told;
      const { state } = await live.get(apiKeyStream, id, position);
      if (state.kind === 'none') return accountIds === null ? told : null;
      return isOfEpoch(caller, change, state.epoch) && isVisibleKey(state, caller) ? told : null;
    }
    case 'import': {
      if (epoch !== undefined) return told;
      const { state } = await live.get(importStream, id, position);
      return state.kind === 'none' || isOfEpoch(caller, change, state.epoch) ? told : null;
    }
    case 'proposal': {
      if (accountIds !== null) return null;
      if (epoch !== undefined) return told;
      const { state } = await live.get(proposalStream, id, position);
      return state.kind === 'none' || isOfEpoch(caller, change, state.epoch) ? told : null;
    }
    case 'usage':
      return told;
    case 'profile':
    case 'second_factor':
      return caller.kind === 'session' && id === caller.userId ? told : null;
    case 'session': {
      if (caller.kind !== 'session') return null;
      const { state } = await live.get(sessionStream, id);
      return state.kind !== 'none' && state.userId === caller.userId ? told : null;
    }
    default:
      return accountIds === null ? told : null;
  }
}

/** Whether it is of the caller's epoch, as far as anybody knows. A project tells of itself in each of them. */
const isOfEpoch = (caller: Principal, { treeId, type }: Change, epoch: number | undefined): boolean =>
  treeId !== caller.projectId || epoch === undefined || epoch === caller.epoch || type === 'project';

async function isWebhookShown({ live }: ShowingParts, caller: Principal, change: Change, webhookId: string): Promise<boolean> {
  const { state } = await live.get(webhookStream, webhookId, change.position);
  if (state.kind === 'absent') return caller.accountIds === null;
  return isOfEpoch(caller, change, state.epoch) && isWithin(state.accountIds, caller.accountIds);
}

/** A board of an account; of a simulated one only its first fact names the account. */
async function showBoard({ live, findNamed }: ShowingParts, caller: Principal, change: Change): Promise<ShownChange | null> {
  const named = change.id === '' ? await findNamed(change) : change;
  if (named.id === undefined) return null;
  let { accountId } = named;
  if (change.stream.startsWith(`${sandboxBoardsStream.category}-`)) {
    const sandboxId = sandboxBoardsStreamId(caller);
    if (change.stream !== `${sandboxBoardsStream.category}-${sandboxId}`) return null;
    const { state } = await live.get(sandboxBoardsStream, sandboxId, change.position);
    accountId ??= state.boards.find(({ boardId }) => boardId === named.id)?.accountId;
  }
  if (!(accountId === undefined ? caller.accountIds === null : isWithin([accountId], caller.accountIds))) return null;
  return { type: change.type, id: named.id, is_new: change.isNew, ...(accountId !== undefined && { account_id: accountId }) };
}
