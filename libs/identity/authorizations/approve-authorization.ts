import type { Streams } from '@pps/event-store';
import { derivedId, Rejected, type Clock } from '@pps/kernel';
import type { AttemptWindows } from '@pps/rate-limits';
import type { Keys } from '@pps/runtime';
import type { KeyPermissions } from '../api-keys/key-permissions';
import { requireGrantable, type GrantableDeps } from './require-grantable';
import { codeHash } from '../device-sign-in/device-codes';
import type { PublishingMode } from '../grants/publishing-mode';
import { originOfPrincipal, type Principal, type Scope } from '../users/principal';
import { decideApproveAuthorization, authorizationStream, type AuthorizationApproved } from './authorization.stream';
import type { AuthorizationRequest, AuthorizationTickets } from './authorization-tickets';

export interface ApproveAuthorizationDeps extends GrantableDeps {
  readonly streams: Pick<Streams, 'load' | 'decide'>;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly attemptWindows: Pick<AttemptWindows, 'count'>;
  readonly authorizationTickets: AuthorizationTickets;
}

const codeSeconds = 60;

/** What a person says that a program may do. */
export interface AuthorizationAnswer {
  readonly permissions: KeyPermissions;
  readonly days: number;
  readonly mode: PublishingMode;
  /** All that he could tick. */
  readonly offered: readonly Scope[];
}

/** So many programs one person lets act within an hour: more than anybody needs, and a bound of what the log holds of it. */
const mostOfUser = 100;
const windowMs = 3_600_000;

const dayMs = 86_400_000;

/** The authorization that a code leads to. */
export const authorizationOfCode = (code: string, hashKey: Buffer): string => derivedId('authorization', codeHash(code, hashKey));

/** Whether somebody agreed already. */
export async function isAuthorizationApproved(
  { streams, keys, authorizationTickets }: Pick<ApproveAuthorizationDeps, 'streams' | 'keys' | 'authorizationTickets'>,
  request: Pick<AuthorizationRequest, 'requestId'>,
): Promise<boolean> {
  const authorizationId = authorizationOfCode(authorizationTickets.codeOf(request), keys.API_KEY_HASH_KEY);
  return (await streams.load(authorizationStream, authorizationId)).state.kind === 'approved';
}

/**
 * Records that a person agreed to let a program act for him, and gives the code for it; a repeat is silent. Throws `Rejected('conflict')` for an answer that differs
 * from the first one, `Rejected('rate_limited')`, and what `requireGrantable` and, of a first answer, `requireRoom` throw.
 */
export async function approveAuthorization(
  app: ApproveAuthorizationDeps,
  request: AuthorizationRequest,
  holder: Principal,
  { permissions, days, mode, offered }: AuthorizationAnswer,
  requireRoom: () => Promise<void>,
): Promise<string> {
  const now = app.clock();
  if (!(await isAuthorizationApproved(app, request))) {
    const { attempts, secondsLeft } = await app.attemptWindows.count({ subject: 'program approvals', source: holder.userId }, windowMs);
    if (attempts > mostOfUser)
      throw new Rejected('rate_limited', 'Too many programs were let act', { retry_after_seconds: Math.ceil(secondsLeft) });
    await requireRoom();
  }
  const session = await requireGrantable(app, holder, permissions);
  const code = app.authorizationTickets.codeOf(request);
  const authorizationId = authorizationOfCode(code, app.keys.API_KEY_HASH_KEY);
  const { clientId, clientName, redirectUri, codeChallenge, resource } = request;
  const { userId, organizationId, projectId, epoch } = holder;
  const approved: AuthorizationApproved['data'] = {
    ...{ authorizationId, clientId, clientName, redirectUri, codeChallenge, resource, userId, organizationId },
    ...{ ...session, projectId, epoch, scopes: permissions.scopes, accountIds: permissions.accountIds },
    ...{ grantEndsAt: new Date(now.getTime() + days * dayMs).toISOString(), grantDays: days, mode },
    declinedScopes: offered.filter((scope) => !permissions.scopes.includes(scope)),
    approvedAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + codeSeconds * 1_000).toISOString(),
  };
  const { state } = await app.streams.decide(authorizationStream, authorizationId, originOfPrincipal(holder, now), (known) =>
    decideApproveAuthorization(approved, known),
  );
  if (state.kind === 'none' || state.expiresAt <= now.toISOString()) throw new Rejected('invalid_token', 'The code is over');
  return code;
}
