import { DemoFailure } from './demo-failure';
import type { ServiceClient } from './service.client';

export interface ConnectedAccount {
  readonly accountId: string;
  readonly username: string;
  /** Address of the simulator, which has pictures too. */
  readonly simulatorUrl: string;
}

/** Connects a platform account the way a browser would: asks for the consent page, approves, follows the way back. */
export async function connectAccount(call: ServiceClient, username: string): Promise<ConnectedAccount> {
  const { body: start } = await call('/v1/platform/oauth/start');
  const consentPage = new URL(start.authorization_url);
  if (consentPage.hostname.endsWith('pinterest.com')) {
    throw new DemoFailure('The service is set up for the real platform; the demonstration approves only at the simulator of `npm start`.');
  }
  const form = new URLSearchParams({ decision: 'approve', username });
  const page = await fetch(consentPage, { method: 'POST', body: form, redirect: 'manual', signal: AbortSignal.timeout(20_000) });
  const back = page.headers.get('location');
  if (back === null) throw new DemoFailure(`The consent page answered ${page.status} without a way back.`);
  const { pathname, search } = new URL(back);
  const { body } = await call(`${pathname}${search}`);
  return { accountId: body.account_id, username, simulatorUrl: consentPage.origin };
}
