import { plantsOf, type Plant } from '../plant';

const redeem = 'libs/use-cases/grants/redeem-authorization.ts';
const approve = 'libs/identity/authorizations/approve-authorization.ts';
const refresh = 'libs/use-cases/grants/refresh-grant.ts';
const policy = 'libs/identity/grants/refresh-grant.policy.ts';
const holders = 'libs/identity/api-keys/api-key-holders.ts';
const guard = 'apps/api/auth/credential.guard.ts';
const tokens = 'apps/api/oauth/token.controller.ts';

const stolen = 'test/grants/stolen-tokens.e2e.ts';
const grants = 'test/grants/grants.e2e.ts';
const answers = 'test/grants/answers.e2e.ts';
const rotation = 'libs/identity/grants/refresh-grant.policy.spec.ts';

const code = 'a code is caught on its way';
const refreshed = 'a stolen refresh token';
const access = 'a stolen access token';

/** Guards of codes and tokens. */
export const tokenPlants: readonly Plant[] = [
  ...plantsOf(code, 'test/grants/attacks.e2e.ts', [
    ['a challenge', 'apps/api/web/read-authorization.ts', '!challengeText.test(codeChallenge) || ', '', 'a challenge that is none'],
    [
      'S256 only',
      'apps/api/web/read-authorization.ts',
      " || formText(query, 'code_challenge_method') !== 'S256'",
      '',
      'a challenge in the clear',
    ],
  ]),
  ...plantsOf(code, stolen, [
    ['the verifier', redeem, 'const isVerified = challenge.length', 'const isVerified = true || challenge.length', 'without its verifier'],
    ['the program of a code', redeem, ' && approval.clientId === clientId', '', 'of another program'],
    ['the redirect of a code', redeem, ' && approval.redirectUri === redirectUri', '', 'sent elsewhere'],
    ['the resource of a code', redeem, 'presented.resource !== approval.resource', 'false', 'for another resource'],
    ['the one time of a code', redeem, 'if (!(await noteAccess(deps.db, keyId, tokens.generation)))', 'if (false)', 'counts once'],
    ['the end of a replayed code', redeem, '!(await noteAccess(deps.db, keyId, 1))', 'false', 'counts once'],
    ['the minute of a code', approve, 'codeSeconds = 60;', 'codeSeconds = 6_000;', 'is over after a minute'],
    ['the end of a code', redeem, 'approval.expiresAt <= deps.clock().toISOString()', 'false', 'is over after a minute'],
    [
      'the session of a code',
      'libs/identity/sessions/session-holders.ts',
      "if (user.kind !== 'registered' || !isSessionValid(user, claims)) return null;",
      '',
      'is over after a minute',
    ],
  ]),
  ...plantsOf(code, answers, [
    ['verifiers as long as they have to be', redeem, '  if (!verifierText.test(verifier)) return false;\n', '', 'is no verifier'],
    [
      'the end of what a replayed code gave',
      redeem,
      '  await endReplayedGrant(',
      '  if (false) await endReplayedGrant(',
      'a code counts once',
    ],
  ]),
  ...plantsOf(refreshed, stolen, [
    ['the program of a refresh token', refresh, 'holder?.grant?.clientId !== clientId', '!holder?.grant', 'forged'],
    ['the end of a replayed grant', refresh, '  await endReplayedGrant(deps, holder, keyId);\n', '', 'forged'],
    ['refresh tokens only', refresh, "token?.kind !== 'refresh'", '!token', 'forged'],
    [
      'scopes that a refresh does not widen',
      tokens,
      'return this.pairOf(await refreshGrant(this.deps, { token, clientId, resource: this.resourceOf(form) }));',
      "const body = this.pairOf(await refreshGrant(this.deps, { token, clientId, resource: this.resourceOf(form) }));\n        return { ...body, scope: formText(form, 'scope') || body.scope };",
      'forged',
    ],
  ]),
  ...plantsOf(refreshed, rotation, [
    [
      'an end of what is older',
      policy,
      "if (!isNewest && generation !== state.generation - 1) return { kind: 'replay' };",
      '',
      'whatever is older',
    ],
    ['an end of what was used', policy, "  if (state.isUsed) return { kind: 'replay' };\n", '', 'ends the predecessor afterwards'],
  ]),
  ...plantsOf(refreshed, grants, [
    [
      'the resource of a refresh',
      refresh,
      'resource !== null && resource !== holder.grant.resource',
      'false',
      'tokens for the interface are none',
    ],
    ['the end of a revoked key', holders, "key.kind === 'none' || !isKeyWorking(key, at)", "key.kind === 'none'", 'ends with them'],
  ]),
  ...plantsOf(refreshed, 'libs/identity/oauth-clients/registered-clients.store.pg.spec.ts', [
    [
      'one refresh after the other',
      'libs/identity/grants/grant-tokens.store.ts',
      'select pg_advisory_xact_lock(hashtextextended(?, 0))',
      'select hashtextextended(?, 0)',
      'refreshes at once',
    ],
  ]),
  ...plantsOf(access, 'test/grants/attacks.e2e.ts', [
    [
      'own resources only',
      'apps/api/web/read-authorization.ts',
      'resourceNamed(deps.configuration, named);',
      "resourceNamed(deps.configuration, named) ?? 'mcp';",
      'a resource of somebody else',
    ],
    [
      'the whole name of a resource',
      'apps/api/oauth/issuer.ts',
      'resourceUri(configuration, resource) === named',
      'named.endsWith(`/${resource}`)',
      'a resource that begins like ours',
    ],
  ]),
  ...plantsOf(access, stolen, [['the resource of a token', guard, "? 'mcp' : 'v1';", "? 'mcp' : 'mcp';", 'work where they are for only']]),
  ...plantsOf(access, grants, [
    ['the resource of a token of the interface', guard, "? 'mcp' : 'v1';", "? 'v1' : 'v1';", 'tokens for the interface are none'],
    ['access tokens only', holders, "token.kind !== 'access' || ", '', 'ends with them'],
    ['the hour of a token', holders, ' || token.endsAt <= now', '', 'accounts and time are bounded'],
  ]),
  ...plantsOf(access, 'libs/identity/grants/grant-token.spec.ts', [
    [
      'tokens that were written here',
      'libs/identity/grants/grant-token.ts',
      '    if (!timingSafeEqual(this.macOf(prefix, payload), bytes.subarray(bytesOfPayload))) return null;\n',
      '',
      'no other text is one',
    ],
  ]),
  ...plantsOf('tokens read from the database', grants, [
    ['facts without a code', approve, '...{ authorizationId, clientId,', '...{ code, authorizationId, clientId,', 'ends with them'],
    [
      'logs without tokens',
      tokens,
      "    const grantType = required(form, 'grant_type');",
      "    const grantType = required(form, 'grant_type');\n    this.app.logger.error({ asked: JSON.stringify(form) }, 'asked for tokens');",
      'ends with them',
    ],
  ]),
  ...plantsOf('an old token is used to end', answers, [
    [
      'the hour of a token that ends',
      'libs/use-cases/device-sign-in/end-own-key.ts',
      'if (token && token.endsAt <= deps.clock()) return;',
      '',
      'an old token that turns up somewhere',
    ],
  ]),
  ...plantsOf('a grant makes itself a key', answers, [
    ['routes without programs', 'apps/api/auth/principal.decorator.ts', '  if (grant)\n', '  if (false)\n', 'a program reaches no keys'],
  ]),
  ...plantsOf('a grant outlives its reason', rotation, [
    ['tokens that end with their grant', policy, 'grantEndsAt?.getTime() ?? Infinity', 'Infinity', 'neither token outlives'],
  ]),
  ...plantsOf('a program asks for more', stolen, [
    [
      'scopes that only a page widens',
      'libs/identity/api-keys/update-api-key.ts',
      'key.source !== undefined && !isConsented',
      'false',
      'nor can its key be changed to',
    ],
  ]),
  ...plantsOf('a token of one project acts', stolen, [
    [
      'programs that switch no project',
      'apps/api/auth/session-body.ts',
      '    if (caller.grant)\n',
      '    if (false)\n',
      'work where they are for only',
    ],
  ]),
];
