import { assetStream } from '@pps/assets/events';
import { isVisibleKey, type Principal } from '@pps/identity';
import { apiKeyStream, sessionStream } from '@pps/identity/events';
import { isWithin } from '@pps/kernel';
import { pinStream } from '@pps/pins/events';
import { scheduleStream } from '@pps/schedules/events';
import { webhookStream } from '@pps/webhooks/events';
import type { App } from '../../foundation/bind-app';
import type { Change } from './change';

type ShowingApp = Pick<App, 'live' | 'store'>;

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

/** What is told of a change; null where the caller may not know of it. Throws `StoreUnavailable`. */
export async function showChange(app: ShowingApp, caller: Principal, change: Change): Promise<ShownChange | null> {
  const { type, id, treeId, epoch, isNew } = change;
  if (!shownTrees(caller).includes(treeId)) return null;
  if (treeId === caller.projectId && epoch !== undefined && epoch !== caller.epoch && type !== 'project') return null;
  const told = { type, id, is_new: isNew };
  const { accountIds } = caller;
  switch (type) {
    case 'pin': {
      const { state } = await app.live.get(pinStream, id, change.position);
      if (state.kind === 'none' || state.kind === 'abandoned') return accountIds === null ? told : null;
      if (!isWithin([state.accountId], accountIds)) return null;
      const { scheduleId, importJobId } = state.kind === 'pin' ? state : {};
      return {
        ...told,
        account_id: state.accountId,
        ...(scheduleId !== undefined && { schedule_id: scheduleId }),
        ...(importJobId !== undefined && { import_id: importJobId }),
      };
    }
    case 'schedule': {
      const { state } = await app.live.get(scheduleStream, id, change.position);
      if (state.kind === 'none') return accountIds === null ? told : null;
      return isWithin([state.accountId], accountIds) ? { ...told, account_id: state.accountId } : null;
    }
    case 'account':
      return isWithin([id], accountIds) ? told : null;
    case 'webhook':
      return (await isWebhookShown(app, caller, id)) ? told : null;
    case 'webhook_delivery': {
      const webhookId = change.webhookId ?? (await webhookOf(app, change.stream));
      if (webhookId === null) return accountIds === null ? told : null;
      return (await isWebhookShown(app, caller, webhookId)) ? { ...told, webhook_id: webhookId } : null;
    }
    case 'asset':
      return accountIds === null || (await isOwnUpload(app, caller, id)) ? told : null;
    case 'api_key': {
      if (accountIds === null) return told;
      const { state } = await app.live.get(apiKeyStream, id);
      return state.kind !== 'none' && isVisibleKey(state, caller) ? told : null;
    }
    case 'import':
    case 'usage':
      return told;
    case 'profile':
    case 'second_factor':
      return caller.kind === 'session' && id === caller.userId ? told : null;
    case 'session': {
      if (caller.kind !== 'session') return null;
      const { state } = await app.live.get(sessionStream, id);
      return state.kind !== 'none' && state.userId === caller.userId ? told : null;
    }
    default:
      return accountIds === null ? told : null;
  }
}

async function isWebhookShown({ live }: ShowingApp, { accountIds }: Principal, webhookId: string): Promise<boolean> {
  if (accountIds === null) return true;
  const { state } = await live.get(webhookStream, webhookId);
  return state.kind === 'active' && isWithin(state.accountIds, accountIds);
}

async function isOwnUpload({ live }: ShowingApp, { keyId }: Principal, assetId: string): Promise<boolean> {
  const { state } = await live.get(assetStream, assetId);
  return state.kind === 'asset' && keyId !== undefined && state.uploadedByKeyId === keyId;
}

const factsOfDelivery = 3;

/** The first facts of a delivery say whose it is. */
async function webhookOf({ store }: ShowingApp, stream: string): Promise<string | null> {
  const facts = await store.read(stream, 0, factsOfDelivery);
  const ids = facts.map(({ data }) => (data as { readonly webhookId?: unknown }).webhookId);
  return ids.find((id) => typeof id === 'string') ?? null;
}
