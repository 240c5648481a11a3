import { allScopes } from '@pps/identity';
import { consentFields, type ConsentProject } from './consent-fields';
import { html, hiddenField, type SafeHtml, type WebPage } from '../web-page';
import { describedByProblem, googleInstead, problemText, refusedStatus, signInFields } from './sign-in-fields';

const compare = (userCode: string): SafeHtml =>
  html`<p>Does your terminal show <strong class="total">${userCode}</strong>?</p>
    <p>Go on only if it does, and if you started the sign-in there yourself. Nobody from us ever sends you a code.</p>`;

/** Where somebody types the code that his terminal shows. */
export const deviceCodePage = (problem?: string): WebPage => ({
  ...refusedStatus(problem),
  title: 'Sign in a terminal',
  content: html`<form method="get" action="device">
    <label for="user_code">Code that your terminal shows</label>
    ${problemText(problem)}
    <input
      id="user_code"
      name="user_code"
      autocomplete="off"
      autocapitalize="characters"
      spellcheck="false"
      required
      maxlength="32"
      autofocus
      ${describedByProblem(problem)}
    />
    <button>Go on</button>
  </form>`,
});

interface DeviceSignInView {
  readonly userCode: string;
  /** Where a sign-in with Google begins that comes back here; null where there is none. */
  readonly google: string | null;
}

/** Where somebody proves whose key a terminal is to get. */
export const deviceSignInPage = ({ userCode, google }: DeviceSignInView, email = '', problem?: string): WebPage => ({
  ...refusedStatus(problem),
  title: 'Sign in a terminal',
  content: html`${compare(userCode)}
    <form method="post" action="device">${hiddenField('user_code', userCode)} ${signInFields(email, problem)}</form>
    ${googleInstead(google)}`,
});

/** Where a sign-in with Google ends that leads to a terminal. The form waits for a click. */
export const completeDeviceSignInPage = (userCode: string, fields: Readonly<Record<'token' | 'next', string>>): WebPage => ({
  title: 'Sign in a terminal',
  content: html`${compare(userCode)}
    <form method="post" action="auth/complete">
      ${hiddenField('token', fields.token)} ${hiddenField('next', fields.next)}
      <button>Go on</button>
    </form>`,
});

export interface DeviceConsentView {
  readonly userCode: string;
  readonly ticket: string;
  readonly program: string;
  readonly machine: string;
  readonly address: string;
  readonly askedAt: string;
  readonly email: string;
  readonly workspace: string;
  readonly keyName: string;
  readonly keyDays: number;
  readonly projects: readonly ConsentProject[];
}

const deviceScopes = allScopes.map((scope) => ({ scope, isTicked: scope !== 'destructive' }));

/** Asks whether the terminal gets a key, and what the key may do. Nothing has happened before it is answered. */
export const deviceConsentPage = (view: DeviceConsentView, problem?: string): WebPage => {
  return {
    ...refusedStatus(problem),
    title: 'Give this terminal a key?',
    content: html`<p>Does your terminal show <strong class="total">${view.userCode}</strong>?</p>
      <p role="status">
        <strong>${view.program}</strong> on ${view.machine === '' ? 'a machine without a name' : html`<bdi>${view.machine}</bdi>`} asked
        from the address ${view.address} at ${view.askedAt}. It would act for <bdi>${view.email}</bdi> in the workspace
        <bdi>${view.workspace}</bdi>, for ${view.keyDays} days.
      </p>
      ${problemText(problem)}
      <form method="post" action="device/answer">
        ${hiddenField('ticket', view.ticket)} ${consentFields(view.projects, deviceScopes)}
        <label for="name">Name of the key</label>
        <input id="name" name="name" required maxlength="255" value="${view.keyName}" />
        <button name="answer" value="approve">Give it the key</button>
        <button name="answer" value="deny" formnovalidate>No</button>
      </form>`,
  };
};

/** After the answer. */
export const deviceAnsweredPage = (isApproved: boolean): WebPage => ({
  tone: isApproved ? 'good' : 'bad',
  title: isApproved ? 'Your terminal is signed in' : 'The terminal gets nothing',
  content: isApproved
    ? html`<p role="status">
        Go back to your terminal: it has its key in a few seconds. You find the key among your API keys, where you can revoke it.
      </p>`
    : html`<p role="status">If you did not start this yourself, somebody tried to get a key of yours. He got none.</p>`,
});

/** When the person had answered before, and otherwise. */
export const deviceAnsweredBeforePage = (): WebPage => ({
  status: 409,
  tone: 'bad',
  title: 'You have answered already',
  content: html`<p role="alert">
    Your first answer counts: the terminal gets the key that it says, and nothing of this one. If it was wrong, revoke the key among your
    API keys, and begin again in your terminal.
  </p>`,
});

/** When the terminal waits no more, or the sign-in took too long. */
export const deviceGonePage = (): WebPage => ({
  status: 400,
  tone: 'bad',
  title: 'The code is over',
  content: html`<p role="alert">The code was used, has expired, or was never given out. Begin again in your terminal.</p>
    <p><a class="button" href="device">Enter another code</a></p>`,
});

/** When too many codes were tried. */
export const deviceLimitedPage = (): WebPage => ({
  status: 429,
  tone: 'bad',
  title: 'Too many tries',
  content: html`<p role="alert">Too many codes were tried. Wait ten minutes, then begin again in your terminal.</p>`,
});
