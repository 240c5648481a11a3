import { html, type WebPage } from '../web-page';

interface Reason {
  readonly cause: string;
  readonly way: string;
}

const again = 'Start the connection again where you began.';

const reasons: ReadonlyMap<string, Reason> = new Map([
  [
    'access_denied',
    { cause: 'The access was not allowed, so nothing was connected.', way: `${again} Allow the access that is asked for.` },
  ],
  ['invalid_state', { cause: 'The connection took longer than ten minutes, or was finished before.', way: again }],
  [
    'account_mismatch',
    {
      cause: 'Another account answered than the one that was to be reconnected. Nothing was changed.',
      way: 'Log in to the network with the account you want to reconnect, then start again.',
    },
  ],
  [
    'plan_limit',
    {
      cause: 'Your plan does not allow a further account.',
      way: 'Disconnect one, or choose a larger plan. Accounts that are connected can be reconnected at any time.',
    },
  ],
  [
    'scope_missing',
    { cause: 'Less access was allowed than publishing needs, so nothing was connected.', way: `${again} Allow all that is asked for.` },
  ],
  [
    'platform_rate_limited',
    { cause: 'The network has had too many questions from us for now.', way: 'Wait some minutes, then start again.' },
  ],
  ['platform_unavailable', { cause: 'The network does not answer at the moment.', way: 'Wait some minutes, then start again.' }],
]);

const anyOther: Reason = { cause: 'The account could not be connected.', way: again };

export const accountConnectedPage = (accountId: string | null): WebPage => ({
  tone: 'good',
  title: 'The account is connected',
  content: html`<p role="status">Pins can be published on its boards now. You can close this page and go back to where you began.</p>
    ${accountId !== null && html`<p class="hint">Its id: <code>${accountId}</code></p>`}`,
});

/** `code` is what the connection was refused for; any text. */
export function accountNotConnectedPage(code: string): WebPage {
  const { cause, way } = reasons.get(code) ?? anyOther;
  return {
    status: 400,
    tone: 'bad',
    title: 'The account is not connected',
    content: html`<p role="alert">${cause}</p>
      <p>${way}</p>
      ${code === 'plan_limit' && html`<p><a class="button" href="billing">Compare the plans</a></p>`}`,
  };
}

/** For who comes from the mail about an account whose connection the platform has ended. */
export const reconnectPage = (accountId: string): WebPage => ({
  title: 'Connect the account again',
  content: html`<p>The network no longer accepts our connection to one of your accounts. Connecting it again takes a minute:</p>
    <ol>
      <li>
        Where you work with your accounts, choose to connect this one again. With your session or an API key that is
        <code>GET /v1/platform/oauth/start?account_id=${accountId}</code>.
      </li>
      <li>Open the <code>authorization_url</code> of the answer, and allow the access with the same account as before.</li>
    </ol>
    <p class="hint">It does not count towards the limit of your plan. What failed meanwhile can be retried.</p>`,
});

export const nothingToConnectPage = (): WebPage => ({
  title: 'Connecting accounts',
  content: html`<p>
    This page tells whether an account was connected. A connection begins with <code>GET /v1/platform/oauth/start</code>.
  </p>`,
});

interface ConnectAccountView {
  readonly workspace: string;
  /** Who asks for the connection. */
  readonly name: string;
  readonly email: string;
  readonly isSandbox: boolean;
  readonly isReconnect: boolean;
  /** Address of the consent. */
  readonly wayOn: string;
}

/** Says for whom an account is about to be connected, before the platform is asked. */
export const connectAccountPage = ({ workspace, name, email, isSandbox, isReconnect, wayOn }: ConnectAccountView): WebPage => ({
  title: isReconnect ? 'Connect an account again' : 'Connect an account',
  content: html`<p>
      <strong><bdi>${name}</bdi></strong> (<bdi>${email}</bdi>) asks to connect ${isReconnect ? 'one of the accounts of' : 'an account to'}
      the workspace <strong><bdi>${workspace}</bdi></strong
      >.
    </p>
    ${
      isSandbox
        ? html`<p>It is the workspace’s sandbox: a simulated account is connected at once, and nothing is ever published.</p>`
        : html`<p>
            Once you allow it, this workspace can see the account’s boards and publish pins in its name, until it is disconnected.
          </p>`
    }
    <p><a class="button" href="${wayOn}">${isSandbox ? 'Connect a simulated account' : 'Go on to the network'}</a></p>
    <p class="hint">
      Go on in this browser, within ten minutes. You do not know this workspace or this person? Close this page; nothing is connected.
    </p>`,
});
