import { newId } from '@pps/kernel';
import { mailboxOf, tokenIn } from '../../../setup/mailbox-of';
import type { WalkedService, Walker } from './walker';

export interface Owner {
  readonly email: string;
  readonly password: string;
  readonly session: Readonly<Record<string, string>>;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Signs somebody up, proves the address and looks at what a new account has. */
export async function signUp(walker: Walker, { simulatorsUrl }: WalkedService): Promise<Owner> {
  for (const id of ['getService', 'getLiveness', 'getHealthz', 'getReadyz', 'getGoogleStatus', 'getPricing']) await walker.call(id);
  await walker.until('getReadiness', {}, () => true);
  const [email, password] = [`walk.${newId()}@example.test`, `horse ${newId()}`];
  const registered = await walker.call('register', {
    body: { email, password, full_name: 'Ada Gardener', workspace_name: 'Doors', timezone: 'Europe/Vienna' },
  });
  const session = bearer(registered.access_token);
  walker.carry(session);
  const mail = await mailboxOf({ url: simulatorsUrl }, email).newest(/Verify/);
  await walker.call('verifyEmail', { query: { token: tokenIn(mail) } });
  await walker.call('requestEmailVerification');
  await walker.call('getMe');
  await walker.call('getProfile');
  await walker.call('updateProfile', { body: { company_name: 'Doors Ltd', billing_email: null } });
  await walker.call('getEmailPreferences');
  const link = new URL(mail.links.find((each) => each.includes('/unsubscribe')) ?? '').searchParams;
  await walker.call('unsubscribe', { query: Object.fromEntries(link) });
  await walker.call('updateEmailPreferences', { body: { alerts_enabled: true } });
  await walker.call('listProjects');
  return { email, password, session };
}

/** Ends sessions, changes, forgets and resets the password. */
export async function changePasswords(
  walker: Walker,
  { simulatorsUrl }: WalkedService,
  { email, password, session }: Owner,
): Promise<Owner> {
  const logIn = async (word: string) => bearer((await walker.call('login', { body: { email, password: word } })).access_token);
  const [second, third] = [`second ${newId()}`, `third ${newId()}`];
  await logIn(password);
  const sessions: { id: string; current: boolean }[] = await walker.call('listSessions');
  await walker.call('endSession', { path: { id: sessions.find(({ current }) => !current)?.id ?? '' } });
  walker.carry(await logIn(password));
  await walker.call('logout');
  walker.carry(session);
  await walker.call('changePassword', { body: { current_password: password, new_password: second } });
  await walker.call('forgotPassword', { body: { email } });
  const mail = await mailboxOf({ url: simulatorsUrl }, email).newest(/Choose a new password/);
  await walker.call('resetPassword', { body: { token: tokenIn(mail), password: third } });
  const again = await logIn(third);
  walker.carry(again);
  return { email, password: third, session: again };
}

/** Asks for another address, and approves it from the old one. */
export async function changeAddress(walker: Walker, { simulatorsUrl }: WalkedService, { email }: Owner): Promise<void> {
  await walker.call('requestEmailChange', { body: { new_email: `walked.${newId()}@example.test` } });
  const mail = await mailboxOf({ url: simulatorsUrl }, email).newest(/Approve/);
  await walker.call('confirmEmailChange', { query: { token: tokenIn(mail) } });
}

/** Takes the archive of the account, asks for its end and takes that back. */
export async function leaveAndStay(walker: Walker, { password }: Owner): Promise<void> {
  await walker.call('exportAccount');
  const ready = await walker.until('getAccountExport', {}, ({ status }) => status !== 'preparing');
  const link = new URL(ready.download_url).searchParams;
  await walker.call('downloadAccountExport', {
    path: { export_id: ready.export_id },
    query: {
      organization_id: link.get('organization_id') ?? '',
      expires: Number(link.get('expires')),
      signature: link.get('signature') ?? '',
    },
  });
  await walker.call('deleteAccount', { body: { password } });
  await walker.call('cancelAccountDeletion');
}
