import { newId } from '@pps/kernel';
import { bearer, type Answer, type Call } from './caller';

export const password = 'correct horse';

export interface Account {
  readonly email: string;
  readonly userId: string;
  readonly projectId: string;
  readonly organizationId: string;
  readonly session: Readonly<Record<string, string>>;
}

/** A new account with a session. */
export async function register(call: Call, changes: object = {}): Promise<Account> {
  const registration = { full_name: 'Ada Byron', email: `ada.${newId()}@example.test`, password, ...changes };
  const { status, body } = await call('POST', '/v1/auth/register', registration);
  if (status !== 201) throw new Error(`not registered: ${status} ${JSON.stringify(body)}`);
  const { user, active_project, organization, access_token } = body;
  return {
    email: registration.email,
    userId: user.id,
    projectId: active_project.id,
    organizationId: organization.id,
    session: bearer(access_token),
  };
}

export const logIn = (call: Call, email: string, text = password): Promise<Answer> =>
  call('POST', '/v1/auth/login', { email, password: text });

/** A new key of the session's project: its id, its text, and the header that carries it. */
export async function newKey(call: Call, session: Readonly<Record<string, string>>, request: object = {}) {
  const { status, body } = await call('POST', '/v1/api-keys', { name: 'build', ...request }, session);
  if (status !== 201) throw new Error(`no key: ${status} ${JSON.stringify(body)}`);
  return { id: body.id as string, text: body.api_key as string, headers: { 'x-api-key': body.api_key as string } };
}
