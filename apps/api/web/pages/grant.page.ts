import type { PublishingMode, Scope } from '@pps/identity';
import { html, hiddenField, type WebPage } from '../web-page';
import { modeFields, scopeFields } from './consent-fields';
import { problemText, refusedStatus, signInFields } from './sign-in-fields';

/** Where somebody proves who he is, to change what a program may do. */
export const grantSignInPage = (id: string, email = '', problem?: string): WebPage => ({
  ...refusedStatus(problem),
  title: 'What may a program do?',
  content: html`<form method="post" action="grant">${hiddenField('id', id)} ${signInFields(email, problem)}</form>`,
});

export interface GrantView {
  readonly ticket: string;
  readonly program: string;
  readonly until: string;
  readonly scopes: readonly { readonly scope: Scope; readonly isTicked: boolean }[];
  readonly mode: PublishingMode;
}

/** Shows what a program may do, to be ticked anew. Nothing has happened before it is answered. */
export const grantPage = ({ ticket, program, until, scopes, mode }: GrantView, problem?: string): WebPage => ({
  ...refusedStatus(problem),
  title: 'What may this program do?',
  content: html`<p>
      The program that calls itself <strong><bdi>${program}</bdi></strong> may act for you until ${until}.
    </p>
    ${problemText(problem)}
    <form method="post" action="grant/answer">
      ${hiddenField('ticket', ticket)} ${scopeFields(scopes)} ${modeFields(mode)}
      <button name="answer" value="change">Let it do that</button>
      <button name="answer" value="end" formnovalidate>End it</button>
    </form>`,
});

/** After the answer. */
export const grantChangedPage = (isEnded: boolean): WebPage => ({
  tone: 'good',
  title: isEnded ? 'The program may do nothing any more' : 'The program may do that now',
  content: isEnded
    ? html`<p role="status">What it made has ended with it.</p>`
    : html`<p role="status">Go back to it and try again. It need not sign in anew.</p>`,
});

/** When there is no such grant of this person, or the sign-in took too long. */
export const grantGonePage = (): WebPage => ({
  status: 404,
  tone: 'bad',
  title: 'There is nothing to change',
  content: html`<p role="alert">You let no such program act for you, or it has ended. Let it ask again.</p>`,
});
