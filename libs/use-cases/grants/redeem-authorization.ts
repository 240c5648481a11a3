import type { Streams } from '@pps/event-store';
import {
  authorizationOfCode,
  noteAccess,
  noteClientUse,
  pairEnds,
  startTokens,
  type GrantResource,
  type GrantTokens,
  type SessionHolders,
} from '@pps/identity';
import { apiKeyStream, authorizationStream, modeOfGrant, type ApiKey, type AuthorizationApproved } from '@pps/identity/events';
import { derivedId, NotFound, Rejected } from '@pps/kernel';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { RevokeKeyDeps } from '../api-keys/change-key';
import { createKey, type CreateKeyDeps } from '../api-keys/create-key';
import { endReplayedGrant } from './end-replayed-grant';
import { grantPair, type GrantPair } from './grant-pair';

export interface RedeemAuthorizationDeps extends CreateKeyDeps, RevokeKeyDeps {
  readonly streams: Pick<Streams, 'load' | 'decide'>;
  readonly clock: CreateKeyDeps['clock'];
  readonly db: RevokeKeyDeps['db'];
  readonly freshness: CreateKeyDeps['freshness'] & RevokeKeyDeps['freshness'];
  readonly sessionHolders: Pick<SessionHolders, 'holderOf'>;
  readonly grantAccess: { readonly tokens: Pick<GrantTokens, 'textOf'> };
}

export interface CodeExchange {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly verifier: string;
  /** What it says that the tokens are for; null: nothing. */
  readonly resource: GrantResource | null;
}

/** Why a program gets no tokens: codes of RFC 6749 and 8707. */
export type NoTokens = { readonly refusal: 'invalid_grant' | 'invalid_target'; readonly why: string };
export type GrantOutcome = NoTokens | { readonly refusal: null; readonly pair: GrantPair };

const refused = (why: string): NoTokens => ({ refusal: 'invalid_grant', why });
const unknown = refused('The code is unknown, used, over, or of another program');

/** The grant that comes of an authorization: one, however often the code is brought. */
export const grantIdOf = (authorizationId: string): string => derivedId('grant', authorizationId);

/**
 * A program brings the code that a person's answer gave it, and gets a grant with its first tokens, once. Where it was refused for a fault of ours after
 * the grant was made, a repeat gets that pair. Brought again by who has its verifier it ends the grant, as two have it.
 */
export async function redeemAuthorization(deps: RedeemAuthorizationDeps, presented: CodeExchange): Promise<GrantOutcome> {
  const authorizationId = authorizationOfCode(presented.code, deps.keys.API_KEY_HASH_KEY);
  const { state: approval } = await deps.streams.load(authorizationStream, authorizationId);
  if (approval.kind === 'none' || !isFor(approval, presented)) return unknown;
  if (presented.resource !== null && presented.resource !== approval.resource)
    return { refusal: 'invalid_target', why: 'The code is for another resource' };
  const keyId = grantIdOf(authorizationId);
  const { state: made } = await deps.streams.load(apiKeyStream, keyId);
  const isOver = approval.expiresAt <= deps.clock().toISOString();
  if (made.kind === 'none') return isOver ? unknown : makeGrant(deps, approval, keyId);
  return isOver || made.revokedAt !== null ? endReplayed(deps, approval, keyId) : repeatPair(deps, approval, made);
}

/** What a code verifier is by RFC 7636. */
const verifierText = /^[\w.~-]{43,128}$/;

function isFor(approval: AuthorizationApproved['data'], { clientId, redirectUri, verifier }: CodeExchange): boolean {
  if (!verifierText.test(verifier)) return false;
  const challenge = Buffer.from(createHash('sha256').update(verifier).digest('base64url'));
  const expected = Buffer.from(approval.codeChallenge);
  const isVerified = challenge.length === expected.length && timingSafeEqual(challenge, expected);
  return isVerified && approval.clientId === clientId && approval.redirectUri === redirectUri;
}

async function makeGrant(deps: RedeemAuthorizationDeps, approval: AuthorizationApproved['data'], keyId: string): Promise<GrantOutcome> {
  const { userId: sub, projectId: project, sessionId: sid, sessionGeneration: gen, epoch, clientId, clientName } = approval;
  const { resource, scopes, accountIds, declinedScopes, grantEndsAt } = approval;
  const holder = await deps.sessionHolders.holderOf({
    sub,
    project,
    sid,
    gen,
    authTime: Math.floor(Date.parse(approval.approvedAt) / 1_000),
  });
  if (holder?.epoch !== epoch) return refused('The session in which it was approved has ended, or the sandbox was reset');
  const grant = { keyId, clientId, clientName, resource, declinedScopes, mode: modeOfGrant(approval) };
  // Before the key: a repeat after a stop between the two gets this pair.
  const tokens = await startTokens(deps.db, keyId, pairEnds(deps.clock(), new Date(grantEndsAt)));
  try {
    await createKey(deps, holder, { name: clientName, permissions: { scopes, accountIds }, expiresAt: grantEndsAt, grant });
  } catch (error) {
    if (!(error instanceof Rejected || error instanceof NotFound)) throw error;
    const { state: made } = await deps.streams.load(apiKeyStream, keyId);
    return made.kind === 'none' ? refused(error.message) : repeatPair(deps, approval, made);
  }
  await noteClientUse(deps.db, clientId, deps.clock());
  if (!(await noteAccess(deps.db, keyId, tokens.generation))) return endReplayed(deps, approval, keyId);
  return { refusal: null, pair: grantPair(deps.grantAccess.tokens, { keyId, environment: holder.environment, scopes }, tokens) };
}

/** The first pair, where it was not given yet. */
async function repeatPair(deps: RedeemAuthorizationDeps, approval: AuthorizationApproved['data'], made: ApiKey): Promise<GrantOutcome> {
  const { keyId, prefix, scopes, expiresAt } = made;
  const tokens = await startTokens(deps.db, keyId, pairEnds(deps.clock(), expiresAt === null ? null : new Date(expiresAt)));
  await noteClientUse(deps.db, approval.clientId, deps.clock());
  if (tokens.generation > 1 || !(await noteAccess(deps.db, keyId, 1))) return endReplayed(deps, approval, keyId);
  const environment = prefix.startsWith('pps_test_') ? 'sandbox' : 'production';
  return { refusal: null, pair: grantPair(deps.grantAccess.tokens, { keyId, environment, scopes }, tokens) };
}

async function endReplayed(deps: RedeemAuthorizationDeps, approval: AuthorizationApproved['data'], keyId: string): Promise<NoTokens> {
  const { userId, organizationId, projectId, epoch } = approval;
  const owner = {
    userId,
    organizationId,
    projectId,
    epoch,
    scopes: approval.scopes,
    accountIds: null,
    environment: 'production',
    asOf: 0n,
  } as const;
  await endReplayedGrant(deps, owner, keyId);
  return unknown;
}
