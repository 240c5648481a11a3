import { html, type WebPage, hiddenField } from '../web-page';

export interface SignedInView {
  readonly name: string;
  readonly email: string;
  readonly workspace: string;
  readonly isNew: boolean;
  readonly accessToken: string;
  readonly seconds: number;
  /** Path to go on to, or null for nowhere in particular. */
  readonly next: string | null;
}

/** The form sends itself where scripts run: what a link brings is never used up by looking at it. */
export const completeSignInPage = (token: string, next: string): WebPage => ({
  title: 'Finish signing in',
  content: html`<p>Google has vouched for you. One step is left.</p>
    <form method="post" action="auth/complete" data-send-at-once>
      ${hiddenField('token', token)} ${hiddenField('next', next)}
      <button>Finish signing in</button>
    </form>`,
});

export const signedInPage = ({ name, email, workspace, isNew, accessToken, seconds, next }: SignedInView): WebPage => ({
  tone: 'good',
  title: isNew ? 'Welcome' : 'You are signed in',
  content: html`<p role="status">
      ${isNew && 'Your account is made. '}You are signed in as <strong>${name}</strong> (${email}), in the workspace
      <strong>${workspace}</strong>.
    </p>
    <p class="hint">Not you? Close this page.</p>
    ${next !== null && html`<p><a class="button" href="${next}">Go on</a></p>`}
    <details>
      <summary>Access token for the interface</summary>
      <p class="hint" id="token-hint">
        Send it as <code>Authorization: Bearer …</code>. It is valid for ${duration(seconds)}. Keep it to yourself.
      </p>
      <label for="access-token">Access token</label>
      <textarea id="access-token" readonly rows="5" spellcheck="false" autocomplete="off" aria-describedby="token-hint">
${accessToken}</textarea>
    </details>`,
});

const duration = (seconds: number): string =>
  seconds < 7_200 ? `${Math.floor(seconds / 60)} minutes` : `${Math.floor(seconds / 3_600)} hours`;

const reasons: ReadonlyMap<string, string> = new Map([
  [
    'access_denied',
    'Google did not give us access, or has not verified your e-mail address. Allow the access, with an address that Google has verified.',
  ],
  [
    'account_exists',
    'There is an account with this e-mail address, which was not verified yet. Log in with its password and verify the address; then Google works too.',
  ],
  ['invalid_state', 'The sign-in took too long, or was finished before.'],
  ['service_unavailable', 'Signing in with Google is not available at the moment.'],
]);

/** `code` is what the sign-in was refused for; any text. */
export const notSignedInPage = (code: string): WebPage => ({
  status: 400,
  tone: 'bad',
  title: 'You are not signed in',
  content: html`<p role="alert">
      ${reasons.get(code) ?? 'The link to finish signing in has expired, was used before, or is not complete.'}
    </p>
    <p><a class="button" href="../v1/auth/google/login">Sign in with Google again</a></p>
    ${code === 'account_exists' && html`<p class="hint">Forgot the password? <a href="forgot-password">Choose a new one</a>.</p>`}`,
});
