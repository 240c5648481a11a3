import { hiddenField, html } from '@pps/web-pages';
import type { SimulatorPage } from '../pages/simulator-page';

interface PlatformConsentView {
  readonly clientId: string;
  readonly host: string;
  readonly scopes: readonly string[];
  /** Where the form goes, with the query of the page: what the form says wins over it. */
  readonly action: string;
}

const meanings: ReadonlyMap<string, string> = new Map([
  ['user_accounts:read', 'See your account and its name'],
  ['boards:read', 'See your boards'],
  ['boards:write', 'Make, change and delete your boards'],
  ['boards:read_secret', 'See your secret boards'],
  ['boards:write_secret', 'Change your secret boards'],
  ['pins:read', 'See your pins'],
  ['pins:write', 'Make, change and delete your pins'],
  ['pins:read_secret', 'See your secret pins'],
  ['pins:write_secret', 'Make and change secret pins'],
]);

/** Stands for no scope: who leaves none chosen allows none, where a form without the field would allow all that were asked for. */
const noScope = '-';

/** Asks a user of the network whether an app may act in his name. */
export const platformConsentPage = ({ clientId, host, scopes, action }: PlatformConsentView): SimulatorPage => ({
  party: 'platform',
  title: 'Allow access to your account?',
  content: html`<div class="row">
      <span class="avatar" aria-hidden="true">${[...clientId][0]?.toUpperCase() ?? ''}</span>
      <p>
        <strong><bdi>${clientId}</bdi></strong> at ${host} wants to act in your name.
      </p>
    </div>
    <form method="post" action="${action}">
      <h2>Who you are</h2>
      <label for="username">Username</label>
      <p class="hint" id="username-hint">Any name is an account. A new one gets a public board.</p>
      <input id="username" name="username" value="alice" required maxlength="100" autocomplete="off" aria-describedby="username-hint" />
      <h2>What it may do</h2>
      ${hiddenField('scopes', noScope)}
      ${scopes.map(
        (scope) =>
          html`<label class="check"
            ><input type="checkbox" name="scopes" value="${scope}" checked />
            <span>${meanings.get(scope) ?? scope} <code>${scope}</code></span></label
          >`,
      )}
      <p class="row">
        <button name="decision" value="approve">Allow</button>
        <button name="decision" value="deny" class="second" formnovalidate>Refuse</button>
      </p>
    </form>`,
});
