import { send } from '../../apps/simulators/testing';
import { register } from './account';
import type { Answer, Call } from './caller';

export type Headers = Readonly<Record<string, string>>;

/** Registers somebody new and gives what his requests carry. */
export async function newSession(call: Call): Promise<Headers> {
  return (await register(call)).session;
}

const startConnection = (call: Call, session: Headers, accountId?: string): Promise<Answer> =>
  call('GET', `/v1/platform/oauth/start${accountId ? `?account_id=${accountId}` : ''}`, undefined, session);

/** Asks for the platform's consent page and answers it; gives the callback's path as the browser would follow it. */
export async function consentAsPlatformUser(
  call: Call,
  session: Headers,
  form: Readonly<Record<string, string>>,
  accountId?: string,
): Promise<string> {
  return consentAt(await startConnection(call, session, accountId), form);
}

async function consentAt(start: Answer, form: Readonly<Record<string, string>>): Promise<string> {
  if (start.status !== 200) throw new Error(`oauth/start answered ${start.status}: ${JSON.stringify(start.body)}`);
  return approveAsPlatformUser(start.body.authorization_url, form);
}

/** Answers the platform's consent page; gives the callback's path. */
export async function approveAsPlatformUser(authorizationUrl: string, form: Readonly<Record<string, string>>): Promise<string> {
  const page = await send('POST', authorizationUrl, new URLSearchParams({ decision: 'approve', ...form }));
  const back = new URL(page.headers.get('location') ?? 'about:blank');
  return `${back.pathname}${back.search}`;
}

/** Connects a platform user; the answer is the callback's, or the start's where that refused. */
export async function connectPlatformUser(
  call: Call,
  session: Headers,
  form: Readonly<Record<string, string>>,
  accountId?: string,
): Promise<Answer> {
  const start = await startConnection(call, session, accountId);
  return start.status === 200 ? call('GET', await consentAt(start, form), undefined, { accept: 'application/json' }) : start;
}
