import { plantsOf, type Plant } from '../plant';

const fetching = 'libs/webhooks/targets/fetch-document.ts';
const targets = 'libs/webhooks/targets/target-url.ts';
const documents = 'apps/api/oauth/client-documents.ts';
const metadata = 'libs/identity/oauth-clients/client-metadata.ts';
const registered = 'libs/identity/oauth-clients/registered-clients.store.ts';

const fetched = 'libs/webhooks/targets/fetch-document.spec.ts';
const targeted = 'libs/webhooks/targets/target-url.spec.ts';
const described = 'apps/api/oauth/client-documents.spec.ts';
const stored = 'libs/identity/oauth-clients/registered-clients.store.pg.spec.ts';
const attacks = 'test/grants/attacks.e2e.ts';

const privateAddress = 'a description at a private address';
const floods = 'floods of registrations';

/** Guards of how a program says what it is: documents at addresses, and registration. */
export const clientPlants: readonly Plant[] = [
  ...plantsOf(privateAddress, targeted, [
    [
      'public addresses only',
      targets,
      "policy === 'public' && !addresses.every",
      "policy !== 'public' && !addresses.every",
      'only one of its addresses is not public',
    ],
    ['every address of a name', targets, '!addresses.every((', '!addresses.some((', 'only one of its addresses is not public'],
    [
      'addresses of version 4 in those of version 6',
      targets,
      'if (v6.match(mappedV4)) return isPublicV4(v6.toIPv4Address());',
      '',
      'only one of its addresses is not public',
    ],
    ['the addresses that clouds keep for themselves', targets, "  '169.254.0.0/16',\n", '', 'refuse https://'],
    ['https alone', targets, "url.protocol !== 'https:'", 'false', 'http://example.com/'],
    ['addresses without a user', targets, "url.username !== '' || url.password !== ''", 'false', 'https://user@example.com/'],
  ]),
  ...plantsOf(privateAddress, fetched, [
    ['the address that was looked up', fetching, ', lookup: only(addresses)', '', 'connected to where it was looked up'],
    ['a 200', fetching, 'response.statusCode !== 200', 'false', 'a redirect'],
    ['a bound of size', fetching, 'length > largestBytes', 'false', 'more than 16 kB'],
    ['a bound of time', fetching, 'AbortSignal.timeout(waitMs)', 'new AbortController().signal', 'comes a piece at a time'],
  ]),
  ...plantsOf(privateAddress, described, [
    ['a document of its own address', documents, "id !== address || method !== 'none'", "method !== 'none'", 'of another address'],
    ['programs without a secret', documents, "id !== address || method !== 'none'", 'id !== address', 'of a program with a secret'],
    ['JSON by its own word', documents, 'if (!jsonType.test(contentType)) return null;', '', 'text/plain'],
    ['one way to write an address', documents, 'href === address && ', '', 'is no address of a program'],
    ['an address without a user', documents, " && username === '' && password === ''", '', 'is no address of a program'],
    [
      'redirects of a description',
      metadata,
      "typeof uri === 'string' ? redirectProblem(uri)",
      "typeof uri === 'string' ? null",
      'with a script',
    ],
  ]),
  ...plantsOf('slow descriptions keep others waiting', described, [
    ['a bound for each host', documents, ' && ofHost.length < most.ofHost', '', 'lets slow servers hold up'],
    [
      'a bound for each network',
      documents,
      ' && running.filter((each) => each.site === site).length < most.ofSite',
      '',
      'lets slow servers hold up',
    ],
    ['a bound of all', documents, 'running.length < most.ofAll && ', '', 'of many programs at once only some are asked for'],
  ]),
  ...plantsOf(floods, attacks, [
    ['a bound of redirects', metadata, ' || uris.length > mostRedirects', '', 'too many addresses'],
    ['a name that is a text', metadata, "name !== undefined && typeof name !== 'string'", 'false', 'no name but an object'],
  ]),
  ...plantsOf(floods, 'test/grants/grants.e2e.ts', [
    [
      'one id for one description',
      'libs/identity/oauth-clients/find-oauth-client.ts',
      '.update(JSON.stringify([name, [...redirectUris].sort()]))',
      '.update(String(Math.random()))',
      'the same description is the same program',
    ],
  ]),
  ...plantsOf(floods, stored, [
    ['a bound of programs', registered, 'where of_all > :most', 'where false', 'a flood from one place'],
    ['room by who floods', registered, 'order by of_site desc, site', 'order by of_site, site', 'a flood from one place'],
    [
      'an end of unused programs',
      registered,
      "'registered_at', '<', before(unusedDays)",
      "'registered_at', '<', before(9 * unusedDays)",
      'forgotten after half a year',
    ],
  ]),
];
