import { html } from '../safe-html';
import type { WebPage } from '../web-page';
import { hiddenField } from './hidden-field';

export const verifyEmailPage = (token: string): WebPage => ({
  title: 'Verify your e-mail address',
  content: html`<p>One click, and this address is known to be yours.</p>
    <form method="post" action="verify-email">
      ${hiddenField('token', token)}
      <button>Verify e-mail address</button>
    </form>
    <p class="hint">You did not register? Close this page, and nothing happens.</p>`,
});

export const emailVerifiedPage = (): WebPage => ({
  tone: 'good',
  title: 'Your e-mail address is verified',
  content: html`<p role="status">Thank you. There is nothing more to do here; you can close this page.</p>`,
});

export const emailNotVerifiedPage = (): WebPage => ({
  status: 400,
  tone: 'bad',
  title: 'This link does not work',
  content: html`<p role="alert">It has expired, was used before, or is not complete.</p>
    <ul>
      <li>If you verified the address already, there is nothing more to do.</li>
      <li>If you copied the link, copy all of it, or click it in the mail.</li>
      <li>Otherwise ask for a new one where you signed up: with your session, <code>POST /v1/auth/email/verify/request</code> sends it.</li>
    </ul>`,
});
