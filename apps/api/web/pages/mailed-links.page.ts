import { html, type WebPage, hiddenField } from '../web-page';

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

/** With `notice`, what hindered the attempt before. */
export const approveEmailChangePage = (token: string, notice?: string): WebPage => ({
  ...(notice === undefined ? {} : { status: 409 }),
  title: 'Approve your new e-mail address',
  content: html`${notice !== undefined && html`<p class="problem" role="alert" tabindex="-1" autofocus>${notice}</p>`}
    <p>The mail you came from names the new address. Once you approve it, you log in with the new one, and our mails go there.</p>
    <form method="post" action="email-change">
      ${hiddenField('token', token)}
      <button>Approve the new address</button>
    </form>
    <p class="hint">
      Not your wish? Do not approve it, and <a href="forgot-password">choose a new password</a>: somebody else may know yours.
    </p>`,
});

export const emailChangedPage = (newEmail: string): WebPage => ({
  tone: 'good',
  title: 'Your e-mail address is changed',
  content: html`<p role="status">The address of your account is now <strong>${newEmail}</strong>. A mail there asks you to verify it.</p>`,
});

export const emailTakenPage = (): WebPage => ({
  status: 409,
  tone: 'bad',
  title: 'The address cannot be used',
  content: html`<p role="alert">The new address belongs to another account by now. Yours has kept its old one.</p>
    <p>Ask for a change to a different address where you asked for this one.</p>`,
});

export const emailNotChangedPage = (): WebPage => ({
  status: 400,
  tone: 'bad',
  title: 'This link does not work',
  content: html`<p role="alert">It has expired, was used before, was replaced by a newer one, or is not complete.</p>
    <ul>
      <li>If you approved the change already, log in with the new address.</li>
      <li>If you copied the link, copy all of it, or click it in the newest mail.</li>
      <li>Otherwise ask for the change again: with your session, <code>POST /v1/auth/email/change/request</code>.</li>
    </ul>`,
});
