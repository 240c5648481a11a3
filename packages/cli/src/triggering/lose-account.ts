import { setTimeout as pause } from 'node:timers/promises';
import type { PinPublishing } from 'pin-publishing';
import { CommandFailed } from '../command-failed';

interface ListedAccount {
  readonly id: string;
  readonly health_status: string;
}

const waitMs = 60_000;

/** Waits until the platform's simulation has refused the account's token, and then consents again, so that the sandbox works on. */
export async function loseAccount(client: PinPublishing, accountId: string): Promise<{ readonly account_id: string }> {
  for (const until = Date.now() + waitMs; Date.now() < until; await pause(250)) {
    const accounts = (await client.accounts.list()) as unknown as readonly ListedAccount[];
    if (accounts.find(({ id }) => id === accountId)?.health_status !== 'reconnect_required') continue;
    const { authorization_url } = await client.accounts.connect({ account_id: accountId });
    const consented = await fetch(authorization_url, { redirect: 'manual', signal: AbortSignal.timeout(20_000) });
    if (consented.status >= 400)
      throw new CommandFailed(`the account is to be connected again: pps accounts connect --account-id ${accountId}`, 'refused');
    return { account_id: accountId };
  }
  throw new CommandFailed('the pin that loses the account was not tried within a minute', 'refused');
}
