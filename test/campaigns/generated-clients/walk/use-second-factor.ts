import { newId } from '@pps/kernel';
import { send } from '../../../../apps/simulators/testing';
import { authenticator } from '../../../setup/second-factor';
import type { Owner } from './sign-up';
import type { WalkedService, Walker } from './walker';

/** Turns the second factor on, signs in with it, and turns it off. */
export async function useSecondFactor(walker: Walker, { email, password, session }: Owner): Promise<void> {
  await walker.call('getSecondFactor');
  const { secret } = await walker.call('startSecondFactorSetup');
  await walker.call('confirmSecondFactor', { body: { code: authenticator(secret).code() } });
  const { recovery_codes } = await walker.call('replaceRecoveryCodes', { body: { password } });
  const [first, second] = recovery_codes as string[];
  const { error } = await walker.refusal('login', { body: { email, password } }, 401);
  await walker.call('completeLogin', { body: { ticket: error.ticket, recovery_code: first } });
  await walker.call('reauthenticate', { body: { password, recovery_code: second } });
  walker.carry(session);
  await walker.call('disableSecondFactor', { body: { password } });
}

/** Signs in with Google, as far as a browser goes by itself by `fetch`. */
export async function signInWithGoogle(walker: Walker, { baseUrl }: WalkedService, { session }: Owner): Promise<void> {
  const begun = await send('GET', `${baseUrl}/v1/auth/google/login`);
  const cookie = (begun.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const person = { decision: 'approve', email: `google.${newId()}@example.test`, name: 'Grace', email_verified: 'true' };
  const approved = await send('POST', begun.headers.get('location') ?? '', new URLSearchParams(person));
  const back = await send('GET', approved.headers.get('location') ?? '', undefined, { cookie, accept: 'text/html' });
  const token = new URL(back.headers.get('location') ?? '').searchParams.get('token') ?? '';
  walker.carry({ cookie });
  await walker.call('completeGoogleLogin', { body: { token } });
  walker.carry(session);
}
