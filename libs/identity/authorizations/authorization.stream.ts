import { Rejected, type Fact } from '@pps/kernel';
import type { StreamType } from '@pps/event-store';
import type { PublishingMode } from '../grants/publishing-mode';
import type { GrantResource, Scope } from '../users/principal';

/** Somebody who is signed in agreed that a program acts for him. Its key is made when the program brings the code. */
export type AuthorizationApproved = Fact<
  'AuthorizationApproved',
  {
    readonly authorizationId: string;
    readonly clientId: string;
    /** What the program calls itself. */
    readonly clientName: string;
    /** Where the code was sent. */
    readonly redirectUri: string;
    /** SHA-256 of what only the program has (RFC 7636). */
    readonly codeChallenge: string;
    readonly resource: GrantResource;
    readonly userId: string;
    readonly organizationId: string;
    /** The session in which it was agreed to; where that has ended, no key is made. */
    readonly sessionId: string;
    readonly sessionGeneration: number;
    readonly projectId: string;
    /** The approval dies with the project's epoch. */
    readonly epoch: number;
    readonly scopes: readonly Scope[];
    /** What the program asked for, or held before, and was not given. */
    readonly declinedScopes: readonly Scope[];
    /** Accounts the key may name; null = all of the project's. */
    readonly accountIds: readonly string[] | null;
    /** Until when the program may act. */
    readonly grantEndsAt: string;
    /** The days that were chosen, by which answers are compared. Absent: of an answer before it was kept. */
    readonly grantDays?: number;
    /** Absent: of an answer before it could be chosen, as `direct`. */
    readonly mode?: PublishingMode;
    readonly approvedAt: string;
    /** The code is worth nothing afterwards. */
    readonly expiresAt: string;
  }
>;

export type AuthorizationState = { readonly kind: 'none' } | ({ readonly kind: 'approved' } & AuthorizationApproved['data']);

type Approved = AuthorizationApproved['data'];

/** Silent for a repeat of the same answer. Throws `Rejected('conflict')` for another one: the first counts. */
export function decideApproveAuthorization(command: Approved, state: AuthorizationState): readonly AuthorizationApproved[] {
  if (state.kind === 'none') return [{ type: 'AuthorizationApproved', data: command }];
  if (isSameAnswer(state, command)) return [];
  throw new Rejected('conflict', 'The program was answered already');
}

function isSameAnswer(one: Approved, other: Approved): boolean {
  const textOf = ({ userId, projectId, scopes, accountIds, grantDays, mode }: Approved) =>
    JSON.stringify([userId, projectId, [...scopes].sort(), accountIds && [...accountIds].sort(), grantDays ?? null, mode ?? null]);
  return textOf(one) === textOf(other);
}

/** `authorization-<authorizationId>`: one program that a person lets act for him, from the approval on. */
export const authorizationStream: StreamType<AuthorizationState, AuthorizationApproved> = {
  category: 'authorization',
  decider: { initial: { kind: 'none' }, evolve: (_, { data }) => ({ kind: 'approved', ...data }) },
  facts: { AuthorizationApproved: 1 },
  sealed: { AuthorizationApproved: ['clientName', 'redirectUri'] },
};
