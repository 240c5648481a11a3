/** A guard that is taken out of a copy of the service, and the attack whose test must then fail. */
export interface Plant {
  readonly without: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly spec: string;
  /** The name of the test, or a part of it. */
  readonly test: string;
}

const redeem = 'libs/use-cases/grants/redeem-authorization.ts';
const refresh = 'libs/use-cases/grants/refresh-grant.ts';
const redirects = 'libs/identity/oauth-clients/redirect-problem.ts';
const asked = 'apps/api/web/read-authorization.ts';
const attacks = 'test/grants/attacks';
const stolen = 'test/grants/stolen-tokens';

type Row = readonly [without: string, file: string, from: string, to: string, spec: string, test: string];

const rows: readonly Row[] = [
  [
    'redirects that were named',
    redirects,
    '  return uris.some(',
    '  if (asked) return true;\n  return uris.some(',
    attacks,
    'an address of somebody else',
  ],
  ['the whole redirect', redirects, 'uri === asked', 'asked.startsWith(uri)', attacks, 'another path'],
  ['hosts of the own machine one by one', redirects, "'$1');", "'http://x');", attacks, 'another program of this machine'],
  ['S256 only', asked, " || formText(query, 'code_challenge_method') !== 'S256'", '', attacks, 'a challenge in the clear'],
  ['codes only', asked, "formText(query, 'response_type') !== 'code'", 'false', attacks, 'tokens in the address: told'],
  [
    'own resources only',
    asked,
    'resourceNamed(deps.configuration, named);',
    "resourceNamed(deps.configuration, named) ?? 'mcp';",
    attacks,
    'a resource of somebody else',
  ],
  [
    'one value for each parameter',
    'apps/api/web/form-fields.ts',
    "typeof value === 'string' ? value : ''",
    'String(Array.isArray(value) ? value[0] : value)',
    attacks,
    'given twice',
  ],
  ['the ban of frames', 'apps/api/http/standard-headers.ts', "    'x-frame-options': 'DENY',\n", '', attacks, 'cannot be framed'],
  [
    'the browser of a question',
    'apps/api/web/program-consents.ts',
    '!request || request.browser !== browser',
    '!request',
    attacks,
    'a ticket in another browser',
  ],
  [
    'the verifier',
    redeem,
    'const isVerified = challenge.length',
    'const isVerified = true || challenge.length',
    stolen,
    'without its verifier',
  ],
  ['the program of a code', redeem, ' && approval.clientId === clientId', '', stolen, 'of another program gives nothing'],
  ['the redirect of a code', redeem, ' && approval.redirectUri === redirectUri', '', stolen, 'sent elsewhere'],
  ['the resource of a code', redeem, 'presented.resource !== approval.resource', 'false', stolen, 'for another resource'],
  ['the end of a replayed code', redeem, '!(await noteAccess(deps.db, keyId, 1))', 'false', stolen, 'counts once'],
  ['the minute of a code', redeem, 'approval.expiresAt <= deps.clock().toISOString()', 'false', stolen, 'is over after a minute'],
  ['the program of a refresh token', refresh, 'holder?.grant?.clientId !== clientId', '!holder?.grant', stolen, 'forged'],
  ['the end of a replayed grant', refresh, '  await endReplayedGrant(deps, holder, keyId);\n', '', stolen, 'forged'],
  [
    'the resource of a token',
    'apps/api/auth/credential.guard.ts',
    "? 'mcp' : 'v1';",
    "? 'mcp' : 'mcp';",
    stolen,
    'work where they are for only',
  ],
];

export const plants: readonly Plant[] = rows.map(([without, file, from, to, spec, test]) => ({ without, file, from, to, spec, test }));
