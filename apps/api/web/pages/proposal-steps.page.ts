import { hiddenField, html, type WebPage } from '../web-page';
import { googleInstead, refusedStatus, signInFields } from './sign-in-fields';

const question = 'What is proposed to you?';

interface ProposalSignInView {
  readonly id: string;
  /** Where a sign-in with Google begins that comes back here; null where there is none. */
  readonly google: string | null;
}

/** Where somebody proves who he is, to see what is proposed to him. */
export const proposalSignInPage = ({ id, google }: ProposalSignInView, email = '', problem?: string): WebPage => ({
  ...refusedStatus(problem),
  title: question,
  content: html`<form method="post" action="proposal">${hiddenField('id', id)} ${signInFields(email, problem)}</form>
    ${googleInstead(google)}`,
});

/** Where a sign-in with Google ends that leads to a proposal. The form waits for a click. */
export const completeProposalSignInPage = (fields: Readonly<Record<'token' | 'next', string>>): WebPage => ({
  title: question,
  content: html`<p>You have signed in. Next you see what is proposed to you; nothing has happened yet.</p>
    <form method="post" action="auth/complete">
      ${hiddenField('token', fields.token)} ${hiddenField('next', fields.next)}
      <button>Go on</button>
    </form>`,
});

/** When there is no such proposal of this person, or the sign-in took too long. */
export const proposalGonePage = (): WebPage => ({
  status: 404,
  tone: 'bad',
  title: 'There is nothing to answer',
  content: html`<p role="alert">Nothing like that is proposed to you, or your sign-in is too long ago. Open the link again.</p>`,
});

/** When somebody has answered too often: the form that he came from is good again after a while. */
export const proposalLimitedPage = (): WebPage => ({
  status: 429,
  tone: 'bad',
  title: 'Too many answers',
  content: html`<p role="alert">Nothing has happened. Wait a minute, then go back and answer again.</p>`,
});

/** When somebody has signed in, and it cannot be shown yet. The form waits for a click. */
export const proposalWaitsPage = (ticket: string, status: 429 | 503): WebPage => ({
  status,
  tone: 'bad',
  title: 'Not just now',
  content: html`<p role="alert">
      You are signed in, but ${status === 429 ? 'have looked too often' : 'too many ask at once'}. Nothing has happened. Wait a minute, then
      go on.
    </p>
    <form method="post" action="proposal/answer">${hiddenField('ticket', ticket)} <button name="answer" value="show">Go on</button></form>`,
});
