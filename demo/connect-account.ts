import type { PinPublishing } from 'pin-publishing';
import { DemoFailure } from './demo-failure';

export interface ConnectedAccount {
  readonly accountId: string;
  /** Address of the simulator, which has pictures too. */
  readonly simulatorUrl: string;
}

/** Connects a platform account the way a browser would: asks for the consent page, approves, follows the way back. */
export async function connectAccount(client: PinPublishing, username: string): Promise<ConnectedAccount> {
  const consentPage = new URL((await client.accounts.connect()).authorization_url);
  if (consentPage.hostname.endsWith('pinterest.com')) {
    throw new DemoFailure('The service is set up for the real platform; the demonstration approves only at the simulator of `npm start`.');
  }
  const form = new URLSearchParams({ decision: 'approve', username });
  const page = await fetch(consentPage, { method: 'POST', body: form, redirect: 'manual', signal: AbortSignal.timeout(20_000) });
  const back = page.headers.get('location');
  if (back === null) throw new DemoFailure(`The consent page answered ${page.status} without a way back.`);
  const { state = '', code } = Object.fromEntries(new URL(back).searchParams);
  const { account_id: accountId } = await client.accounts.completeConnection({ state, code });
  return { accountId, simulatorUrl: consentPage.origin };
}
