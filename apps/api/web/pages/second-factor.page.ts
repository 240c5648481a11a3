import type { SecondFactorSetup } from '@pps/identity';
import { qrCode } from '../../second-factor/qr-code';
import { html, type SafeHtml, type WebPage, hiddenField } from '../web-page';
import { describedByProblem, problemText, refusedStatus, signInFields } from './sign-in-fields';

const codeField = (problem: string | undefined, hint: string): SafeHtml =>
  html`<label for="code">${hint}</label>
    ${problemText(problem)}
    <input
      id="code"
      name="code"
      inputmode="numeric"
      autocomplete="one-time-code"
      required
      maxlength="64"
      autofocus
      ${describedByProblem(problem)}
    />`;

/** Where somebody proves who he is before the second factor is shown. */
export const secondFactorPage = (email = '', problem?: string): WebPage => ({
  ...refusedStatus(problem),
  title: 'Your second factor',
  content: html`<p>Beside your password, signing in can ask for a code of an authenticator app. Sign in to set it up or to change it.</p>
    <form method="post" action="second-factor">${signInFields(email, problem)}</form>`,
});

/** Asks for the code; `action` is where it goes, `fields` what the form carries along. */
export const enterCodePage = (action: string, fields: Readonly<Record<string, string>>, problem?: string): WebPage => ({
  ...refusedStatus(problem),
  title: 'Enter a code',
  content: html`<form method="post" action="${action}">
      ${Object.entries(fields).map(([name, value]) => hiddenField(name, value))}
      ${codeField(problem, 'Code of your authenticator app, or a recovery code')}
      <button>Go on</button>
    </form>
    <p class="hint">Lost both? Ask the operator of the service.</p>`,
});

/** The ticket lets the form confirm the setup. */
export const setUpPage = (
  ticket: string,
  { secret, address }: Pick<SecondFactorSetup, 'secret' | 'address'>,
  problem?: string,
): WebPage => ({
  ...refusedStatus(problem),
  title: 'Set up your authenticator app',
  content: html`<p>Scan this with the app:</p>
    <p>${qrCode(address, 'QR code for the authenticator app')}</p>
    <details>
      <summary>The app cannot scan</summary>
      <p>Enter this key, with codes by time: <code>${secret.replace(/(.{4})(?=.)/g, '$1 ')}</code></p>
    </details>
    <form method="post" action="second-factor/confirm">
      ${hiddenField('ticket', ticket)} ${hiddenField('secret', secret)} ${hiddenField('address', address)}
      ${codeField(problem, 'Code that the app shows')}
      <button>Turn it on</button>
    </form>`,
});

export const recoveryCodesPage = (codes: readonly string[]): WebPage => ({
  tone: 'good',
  title: 'Keep your recovery codes',
  content: html`<p role="status">
      Signing in asks for a code of your app from now on. Each of these works once in its place, should you lose it:
    </p>
    <ul>
      ${codes.map((code) => html`<li><code>${code}</code></li>`)}
    </ul>
    <p class="hint">They are shown this once. Print them, or keep them where you keep passwords; not beside the app.</p>`,
});

export const manageSecondFactorPage = (ticket: string, codesLeft: number): WebPage => ({
  title: 'Your second factor is on',
  content: html`<p role="status">Signing in asks for a code of your app. Recovery codes left: ${codesLeft}.</p>
    <form method="post" action="second-factor/recovery-codes">
      ${hiddenField('ticket', ticket)}
      <button>Make new recovery codes</button>
    </form>
    <form method="post" action="second-factor/disable">
      ${hiddenField('ticket', ticket)}
      <button>Switch it off</button>
    </form>`,
});

export const secondFactorOffPage = (): WebPage => ({
  tone: 'good',
  title: 'Your second factor is off',
  content: html`<p role="status">Signing in asks for no code any more.</p>
    <p><a class="button" href="second-factor">Set it up again</a></p>`,
});

const reasons: ReadonlyMap<string, string> = new Map([
  ['invalid_token', 'It took too long, or was tried too often. Sign in again.'],
  ['rate_limited', 'There were too many failures. Wait a while, then try again; a recovery code works all the same.'],
  [
    'conflict',
    'Verify your e-mail address first: follow the link in the mail that we sent you. Or another window changed something; begin again.',
  ],
]);

export const secondFactorRefusedPage = (code: 'invalid_token' | 'rate_limited' | 'conflict'): WebPage => ({
  status: code === 'rate_limited' ? 429 : 400,
  tone: 'bad',
  title: 'That did not work',
  content: html`<p role="alert">${reasons.get(code) ?? ''}</p>
    <p><a class="button" href="second-factor">Begin again</a></p>`,
});
