import { plantsOf, type Plant } from '../plant';

const foreign = 'apps/api/mcp/refuse-foreign-page.ts';
const mount = 'apps/api/mcp/mcp-mount.ts';
const asking = 'apps/api/mcp/ask-person.ts';
const signer = 'apps/api/links/link-signer.ts';

const rounds = 'test/mcp/rounds.e2e.ts';
const pages = 'apps/api/mcp/refuse-foreign-page.spec.ts';
const wire = 'test/mcp/wire.e2e.ts';
const calls = 'test/grants/agreed-calls.e2e.ts';

const anotherYes = 'the yes to one pin is used for another';
const otherSite = 'a page of another site calls';

/** Guards of the tools: who may speak to them, and what a person's yes is good for. */
export const toolPlants: readonly Plant[] = [
  ...plantsOf(otherSite, pages, [
    ['a name of this service', foreign, '!(name === own.hostname || isLocalName(name))', 'false', 'they are refused'],
    ['the whole of the name', foreign, 'name === own.hostname ||', 'name.startsWith(own.hostname) ||', 'they are refused'],
    ['an origin of this machine', foreign, 'from === null || !isLoopback(from)', 'false', 'they are refused'],
    ['the whole of an origin of this machine', foreign, "name === 'localhost' ||", "name.startsWith('localhost') ||", 'they are refused'],
    ['the whole of our origin', foreign, 'origin === own.origin', 'origin.startsWith(own.origin)', 'they are refused'],
  ]),
  ...plantsOf(otherSite, wire, [
    ['a look at Host and Origin', mount, '    refuseForeignPage(request.headers, this.parts.app.configuration);\n', '', 'from a page of'],
  ]),
  ...plantsOf(anotherYes, rounds, [
    ['the arguments of a yes', asking, 'tool.name, args, about]', 'tool.name]', 'fits no other pin'],
    ['the credential of a yes', asking, 'keyId ?? sessionId, tool.name', "'', tool.name", 'fits no other pin'],
    [
      'the signature of a yes',
      signer,
      'if (!this.signingKeys.some((key) => equal(given, signatureOf(key, subject, expires)))) return null;',
      '',
      'fits no other pin',
    ],
    ['the ten minutes of a yes', signer, 'return left > 0 ? Math.floor(left) : null;', 'return 1;', 'is over after ten minutes'],
  ]),
  ...plantsOf(anotherYes, calls, [
    ['the question of a yes', asking, 'tool.name, args, about]', 'tool.name, args]', 'the user agrees to what he was shown'],
  ]),
  ...plantsOf('a program says that its user agreed', rounds, [
    ['a yes', asking, ').yes === true', ').yes !== undefined', 'the person is asked before a pin is deleted'],
    [
      'an answer that accepts',
      asking,
      "action === 'accept' && (Object(content) as { readonly yes?: unknown }).yes === true",
      "action !== ''",
      'the person is asked before a pin is deleted',
    ],
  ]),
  ...plantsOf('what is published is worded as', calls, [
    [
      'quotation marks that nothing ends',
      'apps/api/mcp/question-of-items.ts',
      'JSON.stringify(Array.isArray(value) ? value.map(words) : words(value))',
      '`"${String(value)}"`',
      'a line of the question cannot be made',
    ],
  ]),
  ...plantsOf('a stolen access token', 'test/grants/stolen-tokens.e2e.ts', [
    [
      'tokens in headers only',
      mount,
      'presentedCredential(request.headers), request)',
      'presentedCredential({ authorization: `Bearer ${request.query.access_token}`, ...request.headers }), request)',
      'work where they are for only',
    ],
  ]),
  // Who agrees has to have the accounts himself, too, in the project that he chose.
  ...plantsOf('a grant reaches accounts', 'test/grants/granted-accounts.e2e.ts', [
    [
      'the accounts of a grant',
      'libs/use-cases/grants/redeem-authorization.ts',
      'permissions: { scopes, accountIds }',
      'permissions: { scopes, accountIds: null }',
      'the accounts that were ticked',
    ],
    [
      'accounts of the same project',
      'apps/api/web/read-consent-answer.ts',
      'if (ticked.some((id) => !project.accounts.some((own) => own.id === id)))',
      'if (false)',
      'an account of another project',
    ],
  ]),
];
