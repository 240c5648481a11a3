import { connectionStream } from '@pps/connections/events';
import type { LiveStates } from '@pps/event-store';
import type { Vault } from '@pps/vault';
import type { WebhookMessage } from './message';

interface NameAccountDeps {
  readonly live: Pick<LiveStates, 'get'>;
  readonly vault: Pick<Vault, 'getMany'>;
}

/**
 * Says in the `data` of an account's event which user of the platform the account is. Names lie in the vault alone, so that no request holds one: it is
 * null once the user was forgotten.
 */
export async function nameAccount<Named extends Pick<WebhookMessage, 'event' | 'data'>>(
  { live, vault }: NameAccountDeps,
  message: Named,
): Promise<Named> {
  const { account_id: accountId, username } = message.data;
  if (message.event !== 'account.reconnect_required' || username !== null || typeof accountId !== 'string') return message;
  const { state } = await live.get(connectionStream, accountId);
  if (state.kind !== 'connected') return message;
  const profile = (await vault.getMany<{ readonly username: string }>([state.profileRef])).get(state.profileRef);
  return profile ? { ...message, data: { ...message.data, username: profile.username } } : message;
}
