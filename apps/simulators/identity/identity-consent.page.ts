import { html } from '@pps/web-pages';
import type { SimulatorPage } from '../pages/simulator-page';

interface IdentityConsentView {
  readonly clientId: string;
  readonly host: string;
  /** Where the form goes, with the query of the page: what the form says wins over it. */
  readonly action: string;
}

/** Where a visitor says himself who he is. */
export const identityConsentPage = ({ clientId, host, action }: IdentityConsentView): SimulatorPage => ({
  party: 'identity',
  title: 'Sign in',
  content: html`<p>
      to go on to <strong><bdi>${clientId}</bdi></strong> at ${host}. It will learn your name and your e-mail address.
    </p>
    <form method="post" action="${action}">
      <label for="email">E-mail</label>
      <p class="hint" id="email-hint">Be whoever you like: no password is asked for.</p>
      <input
        id="email"
        name="email"
        type="email"
        value="alice@example.com"
        required
        maxlength="254"
        autocomplete="off"
        aria-describedby="email-hint"
      />
      <label for="name">Name</label>
      <input id="name" name="name" value="Alice" maxlength="100" autocomplete="off" />
      <label for="email_verified">The address is verified</label>
      <select id="email_verified" name="email_verified">
        <option value="true">yes</option>
        <option value="false">no</option>
      </select>
      <p class="row">
        <button name="decision" value="approve">Continue</button>
        <button name="decision" value="deny" class="second" formnovalidate>Cancel</button>
      </p>
    </form>`,
});
