import type { PublishingMode, Scope } from '@pps/identity';
import { consentFields, modeFields, type ConsentProject } from './consent-fields';
import { html, hiddenField, type SafeHtml, type WebPage } from '../web-page';
import { googleInstead, problemText, refusedStatus, signInFields } from './sign-in-fields';

/** What is known of a program that asks. */
export interface AskingProgram {
  readonly name: string;
  /** How it is known: named by the operator, by the host of its description, or not at all. */
  readonly known:
    | { readonly by: 'operator' }
    | { readonly by: 'host'; readonly host: string; readonly isElsewhere: boolean }
    | { readonly by: 'nobody' };
  /** Where the browser goes afterwards, in words. */
  readonly place: string;
  readonly resource: 'mcp' | 'v1';
}

const knownWords = ({ known }: AskingProgram): SafeHtml => {
  if (known.by === 'operator') return html`The operator of this service knows it.`;
  if (known.by === 'host' && known.isElsewhere)
    return html`It is described at <strong>${known.host}</strong>, and sends you somewhere else: <strong>nobody has checked</strong> that
      both belong to the program that you mean.`;
  if (known.by === 'host') return html`It is the program of <strong>${known.host}</strong>.`;
  return html`<strong>Nobody has checked that name:</strong> any program can call itself so.`;
};

const introduction = (program: AskingProgram): SafeHtml =>
  html`<p>
      A program that calls itself <strong><bdi>${program.name}</bdi></strong> asks to act for you
      ${program.resource === 'mcp' ? 'with the tools for assistants' : 'over the interface for programs'}. ${knownWords(program)}
    </p>
    <p>Afterwards your browser goes to <strong>${program.place}</strong>. Go on only if you started this yourself.</p>`;

interface SignInView {
  readonly program: AskingProgram;
  readonly request: string;
  /** Where a sign-in with Google begins that comes back here; null where there is none. */
  readonly google: string | null;
}

/** Where somebody proves who he is, before a program may act for him. */
export const authorizeSignInPage = ({ program, request, google }: SignInView, email = '', problem?: string): WebPage => ({
  ...refusedStatus(problem),
  title: 'Let a program act for you?',
  content: html`${introduction(program)}
    <form method="post" action="../oauth/authorize">${hiddenField('request', request)} ${signInFields(email, problem)}</form>
    ${googleInstead(google)}`,
});

/** Where a sign-in with Google ends that leads to a program. The form waits for a click. */
export const completeAuthorizeSignInPage = (fields: Readonly<Record<'token' | 'next', string>>): WebPage => ({
  title: 'Let a program act for you?',
  content: html`<p>You are signed in with Google. Next you are told which program asks, and what it may do.</p>
    <form method="post" action="auth/complete">
      ${hiddenField('token', fields.token)} ${hiddenField('next', fields.next)}
      <button>Go on</button>
    </form>`,
});

export interface AuthorizeConsentView {
  readonly program: AskingProgram;
  readonly ticket: string;
  readonly formTarget: string;
  readonly email: string;
  readonly workspace: string;
  readonly projects: readonly ConsentProject[];
  /** The one that is chosen at first; null: the sandbox. */
  readonly projectId: string | null;
  readonly scopes: readonly { readonly scope: Scope; readonly isTicked: boolean }[];
  /** The one that is chosen at first. */
  readonly mode: PublishingMode;
  /** For how many days it may act, the most first. */
  readonly days: readonly number[];
}

/** Asks whether a program may act, and what it may do. Nothing has happened before it is answered. */
export const authorizeConsentPage = (view: AuthorizeConsentView, problem?: string): WebPage => ({
  ...refusedStatus(problem),
  title: 'Let this program act for you?',
  formTarget: view.formTarget,
  content: html`${introduction(view.program)}
    <p role="status">It would act for <bdi>${view.email}</bdi> in the workspace <bdi>${view.workspace}</bdi>.</p>
    ${problemText(problem)}
    <form method="post" action="../oauth/authorize/answer">
      ${hiddenField('ticket', view.ticket)} ${consentFields(view.projects, view.scopes, 'program', view.projectId)} ${modeFields(view.mode)}
      <fieldset>
        <legend>Until when?</legend>
        ${view.days.map(
          (days, at) =>
            html`<p>
              <label
                ><input type="radio" name="days" value="${String(days)}" required${at === 0 && html` checked`} /> ${String(days)}
                ${days === 1 ? 'day' : 'days'}</label
              >
            </p>`,
        )}
        <p class="hint">You can end it at any time among your API keys.</p>
      </fieldset>
      <button name="answer" value="approve">Let it act</button>
      <button name="answer" value="deny" formnovalidate>No</button>
    </form>`,
});

/** On the way to the program. Browsers go on by themselves. */
export const authorizeAnsweredPage = (location: string): WebPage => ({
  status: 303,
  title: 'Back to the program',
  content: html`<p><a href="${location}">Go on</a></p>`,
});

/** When what the program asks cannot be asked: nobody is sent on without a click to where an unknown program wants. */
export const authorizeRefusedPage = (why: string, back: { readonly href: string; readonly place: string } | null = null): WebPage => ({
  status: 400,
  tone: 'bad',
  title: 'The program asked wrongly',
  content: html`<p role="alert">${why}. Nothing has happened. Tell whoever makes the program.</p>
    ${back !== null && html`<p><a class="button" href="${back.href}">Go back to ${back.place}</a></p>`}`,
});

/** When the question is over, or was asked in another browser. */
export const authorizeGonePage = (): WebPage => ({
  status: 400,
  tone: 'bad',
  title: 'The question is over',
  content: html`<p role="alert">
    It was answered, has expired, or was asked in another browser. Begin again in the program; your browser has to allow cookies of this
    site.
  </p>`,
});

/** When the person had answered before, and otherwise. */
export const authorizeAnsweredBeforePage = (): WebPage => ({
  status: 409,
  tone: 'bad',
  title: 'You have answered already',
  content: html`<p role="alert">Your first answer counts. If it was wrong, end the program among your API keys, and begin again there.</p>`,
});

/** When too much was tried. */
export const authorizeLimitedPage = (): WebPage => ({
  status: 429,
  tone: 'bad',
  title: 'Too many tries',
  content: html`<p role="alert">Wait some minutes, then begin again in the program.</p>`,
});
