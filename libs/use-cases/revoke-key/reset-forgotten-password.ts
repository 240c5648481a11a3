import type { Origin } from '@pps/event-store';
import { resetPassword, type ResetPasswordDeps } from '@pps/identity';
import { endUnprovenAccess, type EndUnprovenAccessDeps } from './end-unproven-access';

export type ResetForgottenPasswordDeps = EndUnprovenAccessDeps & ResetPasswordDeps;

/** The password that somebody chose with a mailed link. */
export interface ChosenPassword {
  readonly token: string;
  readonly password: string;
  readonly at: string;
  readonly requestOrigin: Pick<Origin, 'requestId' | 'correlationId'>;
}

/**
 * Sets a password by a mailed link. Where the address was never verified, somebody else may have registered it: its keys end with the same fact, and
 * are revoked then, and its webhooks disabled (`unprovenAccess` finishes that after a crash). Throws `Rejected('invalid_token')`, and `Overloaded`.
 */
export async function resetForgottenPassword(deps: ResetForgottenPasswordDeps, chosen: ChosenPassword): Promise<void> {
  const { token, password, at, requestOrigin } = chosen;
  const { organizationId, wasUnproven } = await resetPassword(deps, token, password, at, requestOrigin);
  if (!wasUnproven) return;
  const origin = { ...requestOrigin, organizationId, actor: { type: 'system' }, occurredAt: at } as const;
  await endUnprovenAccess(deps, organizationId, null, origin);
}
