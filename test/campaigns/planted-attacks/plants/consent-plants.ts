import { plantsOf, type Plant } from '../plant';

const redirects = 'libs/identity/oauth-clients/redirect-problem.ts';
const asked = 'apps/api/web/read-authorization.ts';
const consents = 'apps/api/web/program-consents.ts';
const page = 'apps/api/web/authorize-page.controller.ts';
const tickets = 'libs/identity/authorizations/authorization-tickets.ts';

const attacks = 'test/grants/attacks.e2e.ts';
const grants = 'test/grants/grants.e2e.ts';
const answers = 'test/grants/answers.e2e.ts';
const namedRedirects = 'libs/identity/oauth-clients/redirect-problem.spec.ts';

/** Guards of the question whether a program may act: where it leads, what it shows, who answers it. */
export const consentPlants: readonly Plant[] = [
  ...plantsOf('a code is sent somewhere else', attacks, [
    [
      'redirects that were named',
      redirects,
      '  return uris.some(',
      '  if (asked) return true;\n  return uris.some(',
      'an address of somebody else',
    ],
    ['the whole redirect', redirects, 'uri === asked', 'asked.startsWith(uri)', 'another path'],
    ['hosts of the own machine one by one', redirects, "'$1');", "'http://x');", 'another program of this machine'],
    [
      'one value for each parameter',
      'apps/api/web/form-fields.ts',
      "typeof value === 'string' ? value : ''",
      'String(Array.isArray(value) ? value[0] : value)',
      'given twice',
    ],
  ]),
  ...plantsOf('a code is sent somewhere else', namedRedirects, [
    [
      'ports that are free on the own machine only',
      redirects,
      '(isOwnMachine(uri) && withoutPort(uri) === withoutPort(asked))',
      "uri.replace(/:\\d+/, '') === asked.replace(/:\\d+/, '')",
      'is none of them',
    ],
    ['redirects without a user before the host', redirects, "username !== '' || password !== ''", 'false', 'may not'],
    ['redirects that run as scripts', redirects, 'refusedSchemes.has(protocol)', 'false', 'may not'],
    ['http to the own machine only', redirects, '!loopbackHosts.has(hostname))', 'false)', 'may not'],
    ['redirects in ASCII', redirects, '!/^[\\x21-\\x7e]+$/.test(uri) || ', '', 'may not'],
  ]),
  ...plantsOf('the service is used to send people on', attacks, [
    [
      'faults that are shown',
      page,
      'const { problem, back } = read;',
      "const { problem, back } = read;\n      if (back) void reply.header('location', back.href);",
      'told with a link back, which nobody is sent along',
    ],
    ['codes only', asked, "formText(query, 'response_type') !== 'code'", 'false', 'tokens in the address'],
    ['a bound of state', asked, 'state.length > longestState', 'false', 'more state than fits'],
  ]),
  ...plantsOf('mix-up of two servers', attacks, [
    [
      'the issuer of a refusal',
      asked,
      '      iss: issuerOf(deps.configuration),\n',
      '',
      'told with a link back, which nobody is sent along',
    ],
  ]),
  ...plantsOf('mix-up of two servers', grants, [
    ['the issuer of a code', consents, ', iss: issuerOf(this.app.configuration) }', ' }', 'loading it twice, does nothing'],
    ['the state of the program', consents, "state: state ?? ''", "state: ''", 'loading it twice, does nothing'],
  ]),
  ...plantsOf('another site agrees', attacks, [
    [
      'the signature of a ticket',
      tickets,
      'given.length !== expected.length || !timingSafeEqual(given, expected)',
      'false',
      'a changed ticket',
    ],
    ['the quarter of an hour of a ticket', tickets, ' && expiresAt > now.getTime()', '', 'older than a quarter of an hour'],
  ]),
  // A ticket of the sign-in lacks the person: the consent refuses it for that, too.
  ...plantsOf('another site agrees', 'libs/identity/authorizations/authorization-tickets.spec.ts', [
    ['the step of a ticket', tickets, 'signedStep === step && ', '', 'is none for another step'],
  ]),
  ...plantsOf('somebody is led to agree', attacks, [
    ['the browser of a question', consents, '!request || request.browser !== browser', '!request', 'a ticket in another browser'],
    [
      'a mark that other sites do not send',
      'apps/api/browsers/browser-mark.ts',
      'SameSite=Lax${secure}',
      'SameSite=None${secure}',
      'cannot be framed',
    ],
    ['a mark that scripts do not read', 'apps/api/browsers/browser-mark.ts', ' HttpOnly;', '', 'cannot be framed'],
  ]),
  ...plantsOf('the page is framed', attacks, [
    ['the ban of frames', 'apps/api/http/standard-headers.ts', "    'x-frame-options': 'DENY',\n", '', 'cannot be framed'],
    ['the ban of frames in the policy', 'apps/api/web/render-page.ts', '  "frame-ancestors \'none\'",\n', '', 'cannot be framed'],
    ['addresses that stay here', 'apps/api/http/standard-headers.ts', "    'referrer-policy': 'no-referrer',\n", '', 'cannot be framed'],
    [
      'pages that nobody keeps',
      'apps/api/http/standard-headers.ts',
      "!page && { 'cache-control': 'no-store' }",
      'false',
      'cannot be framed',
    ],
  ]),
  ...plantsOf('a look at the page acts', grants, [
    [
      'a log without what was only opened',
      page,
      '    const view = this.consents.viewOf(read.request);',
      `    const opened = { category: 'opened', decider: { initial: {}, evolve: (state) => state }, facts: { Opened: 1 } };
    const origin = { organizationId: '', actor: { type: 'system', id: 'opened' }, occurredAt: this.app.clock().toISOString() };
    await this.app.streams.decide(opened, read.request.requestId, origin, () => [{ type: 'Opened', data: {} }]);
    const view = this.consents.viewOf(read.request);`,
      'loading it twice, does nothing',
    ],
    [
      'an answer before anything is agreed to',
      consents,
      '    return this.ask({ ...request, ...this.consents.personOf(session) });',
      `    const person = { ...request, ...this.consents.personOf(session) };
    const all = { permissions: { scopes: request.scopes, accountIds: null }, days: 1, mode: 'direct', offered: [] };
    await approveAuthorization(this.identity, person, await this.consents.holderIn(person.projectId, person), all, async () => undefined);
    return this.ask(person);`,
      'loading it twice, does nothing',
    ],
  ]),
  ...plantsOf('names that look like others', attacks, [
    [
      'names without what cannot be seen',
      'libs/identity/oauth-clients/client-metadata.ts',
      "  const clean = cleanOutsideText(name.normalize('NFKC').replace(/[\\p{Cf}\\p{Cc}\\p{Zl}\\p{Zp}]/gu, ' '), longestName);",
      '  const clean = name;',
      'words of the program are words',
    ],
  ]),
  ...plantsOf('names that look like others', grants, [
    [
      'the place beside the name',
      consents,
      'place: redirectTarget(redirectUri), resource',
      "place: '', resource",
      'loading it twice, does nothing',
    ],
    [
      'the word that nobody has checked a name',
      consents,
      "registered: { by: 'nobody' }",
      "registered: { by: 'operator' }",
      'loading it twice, does nothing',
    ],
  ]),
  ...plantsOf('a program asks for more', attacks, [
    [
      'a choice of what was asked for only',
      consents,
      'offered: allScopes.filter((scope) => has(held, scope))',
      'offered: allScopes',
      'what was not asked for is not given',
    ],
  ]),
  ...plantsOf('a program asks for more', answers, [
    [
      'what a person left out',
      'libs/identity/authorizations/approve-authorization.ts',
      'declinedScopes: offered.filter((scope) => !permissions.scopes.includes(scope))',
      'declinedScopes: []',
      'what is left unticked of it is not asked for again',
    ],
    [
      'ticks that a program brings about which nobody knows',
      consents,
      "asked.clientKind === 'registered' ? [] : held",
      'held',
      'is ticked in its project where somebody knows the program',
    ],
  ]),
  ...plantsOf('a grant outlives its reason', attacks, [
    [
      'a bound of the days',
      consents,
      "this.days().find((each) => String(each) === formText(form, 'days'))",
      "Number(formText(form, 'days'))",
      'more days than there are',
    ],
  ]),
  ...plantsOf('a grant outlives its reason', grants, [
    [
      'the end of a grant',
      'libs/use-cases/grants/redeem-authorization.ts',
      'expiresAt: grantEndsAt, grant',
      'expiresAt: null, grant',
      'accounts and time are bounded',
    ],
  ]),
  ...plantsOf('a form is sent twice', answers, [
    [
      'the first answer',
      'libs/identity/authorizations/authorization.stream.ts',
      "  throw new Rejected('conflict', 'The program was answered already');",
      '  return [];',
      'the first answer counts',
    ],
  ]),
];
