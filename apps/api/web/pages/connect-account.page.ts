import { html } from '../safe-html';
import type { WebPage } from '../web-page';

export interface ConnectAccountView {
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
