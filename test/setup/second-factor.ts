import type { Streams } from '@pps/event-store';
import { userStream, type EmailVerified } from '@pps/identity/events';
import { newId } from '@pps/kernel';
import { Secret, TOTP } from 'otpauth';
import type { Account } from './account';
import type { Call } from './caller';

/** An authenticator app that holds a secret. */
export function authenticator(secret: string, clock: () => Date = () => new Date()) {
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  return {
    /** The code that it shows, or the one that it shows so many steps later. */
    code: (stepsLater = 0) => app.generate({ timestamp: clock().getTime() + stepsLater * 30_000 }),
    wrongCode: () => {
      const close = [-2, -1, 0, 1, 2].map((step) => app.generate({ timestamp: clock().getTime() + step * 30_000 }));
      return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !close.includes(code)) ?? '';
    },
  };
}

export type Authenticator = ReturnType<typeof authenticator>;

/** As if the person had followed the link of the verification mail. */
export async function proveAddress(streams: Streams, { userId }: Pick<Account, 'userId'>): Promise<void> {
  const origin = { actor: { type: 'user', id: userId }, occurredAt: new Date().toISOString() } as const;
  await streams.decide(userStream, userId, origin, (state): readonly EmailVerified[] =>
    state.kind === 'registered'
      ? [{ type: 'EmailVerified', data: { emailHash: state.emailHash, requestId: newId(), verifiedAt: origin.occurredAt } }]
      : [],
  );
}

/** Turns the second factor of an account with a proven address on. */
export async function enableSecondFactor(call: Call, { session }: Pick<Account, 'session'>, clock?: () => Date) {
  const setup = await call('POST', '/v1/auth/second-factor/setup', {}, session);
  if (setup.status !== 201) throw new Error(`no setup: ${setup.status} ${JSON.stringify(setup.body)}`);
  const app = authenticator(setup.body.secret, clock);
  // By a clock that stands, a step behind, so that the present code is still unused; the real one may go on by a step meanwhile.
  const confirmed = await call('POST', '/v1/auth/second-factor/confirm', { code: app.code(clock ? -1 : 0) }, session);
  if (confirmed.status !== 200) throw new Error(`not confirmed: ${confirmed.status} ${JSON.stringify(confirmed.body)}`);
  return { app, secret: setup.body.secret as string, recoveryCodes: confirmed.body.recovery_codes as readonly string[] };
}
