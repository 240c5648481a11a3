import type { SimulatedParty } from '../pages/simulator-page';

interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly does: string;
}

interface SimulatedThing {
  readonly party: Exclude<SimulatedParty, 'all'>;
  readonly name: string;
  readonly what: string;
  /** A page of it for people, where it has one that needs no errand. */
  readonly page: { readonly path: string; readonly text: string } | null;
  readonly addresses: readonly (readonly [path: string, what: string])[];
  readonly control: readonly ControlRoute[];
}

const route = (method: ControlRoute['method'], path: string, does: string): ControlRoute => ({ method, path, does });

/** What is simulated, where it is, and how a test or a person steers it. */
export const simulatedParties: readonly SimulatedThing[] = [
  {
    party: 'platform',
    name: 'Image-sharing network',
    what: 'Its API v5 with OAuth, accounts, boards, pins and media. Any client, any username: a new one is a new account with a public board.',
    page: { path: '/platform/', text: 'See the pins' },
    addresses: [
      ['/platform/v5', 'the API'],
      ['/platform/oauth/', 'where a user allows access'],
      ['/pictures/any/words.jpg', 'a picture, always the same for the same path'],
    ],
    control: [
      route('GET', '/platform/_control/pins', 'every pin ever made, with how often; account, board_id, title choose'),
      route('GET', '/platform/_control/faults', 'the faults that are set'),
      route(
        'POST',
        '/platform/_control/faults',
        'an operation fails: status, code, body, headers, times, delay_ms, drop_before_commit, drop_after_commit, after_commit, title',
      ),
      route('DELETE', '/platform/_control/faults', 'no faults any more, or none of an operation'),
      route('POST', '/platform/_control/boards', 'adds or changes: username, name, id, privacy, owner, deleted, count'),
      route('POST', '/platform/_control/tokens/expire', 'the access tokens of a username end'),
      route('POST', '/platform/_control/tokens/revoke', 'all tokens of a username end'),
      route('POST', '/platform/_control/tokens/scopes', 'the tokens of a username keep these scopes only'),
      route('GET', '/platform/_control/tokens', 'how often tokens were given to a username'),
      route('GET', '/platform/_control/settings', 'delays, rate limits, lifetimes'),
      route('POST', '/platform/_control/settings', 'changes them'),
    ],
  },
  {
    party: 'identity',
    name: 'Identity provider',
    what: 'OpenID Connect: discovery, consent, code with PKCE, signed id tokens. Visitors say themselves who they are, and whether their address is verified.',
    page: null,
    addresses: [
      ['/identity/.well-known/openid-configuration', 'discovery'],
      ['/identity/authorize', 'where a visitor signs in'],
    ],
    control: [],
  },
  {
    party: 'payments',
    name: 'Payment provider',
    what: 'The API of subscriptions, its pages for customers, and signed webhooks to the service. No money moves.',
    page: null,
    addresses: [
      ['/payments/v1', 'the API'],
      ['/payments/checkout/…', 'where a plan is paid; the service gives the address'],
      ['/payments/portal/…', 'where it is changed or canceled'],
    ],
    control: [
      route('GET', '/payments/_control/subscriptions', 'all subscriptions'),
      route(
        'POST',
        '/payments/_control/subscriptions',
        'sets one: workspace_id, plan, status, billing_cycle, current_period_end, cancel_at',
      ),
      route('GET', '/payments/_control/clock', 'its clock'),
      route('POST', '/payments/_control/clock', 'moves the clock on to now, ending periods and trials that are over'),
      route('POST', '/payments/_control/payments', 'kind: refund, dispute or dispute_closed of what a workspace_id paid last'),
      route('POST', '/payments/_control/webhooks', 'hold: true makes events wait; order, copies, seed send them'),
    ],
  },
  {
    party: 'mail',
    name: 'Mailbox',
    what: 'Takes mail for everybody by SMTP and delivers none.',
    page: { path: '/mail/', text: 'Read the mails' },
    addresses: [
      ['/mail/messages?to=', 'mails as JSON, oldest first'],
      ['/mail/settings', 'the port of the mail server'],
    ],
    control: [],
  },
];
