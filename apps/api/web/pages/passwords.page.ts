import { html, type WebPage, hiddenField } from '../web-page';

/** With `refused`, the text that is no e-mail address. */
export const forgotPasswordPage = (refused?: string): WebPage => ({
  ...(refused === undefined ? {} : { status: 422 }),
  title: 'Ask for a new password',
  content: html`<p>We send a link to your address, by which you choose a new password.</p>
    <form method="post" action="forgot-password">
      <label for="email">E-mail address of your account</label>
      ${refused !== undefined && html`<p class="problem" id="email-problem" role="alert">Enter an e-mail address, such as ada@example.org.</p>`}
      <input
        id="email"
        name="email"
        type="email"
        autocomplete="email"
        required
        maxlength="254"
        autofocus
        value="${refused ?? ''}"
        ${refused !== undefined && html` aria-invalid="true" aria-describedby="email-problem"`}
      />
      <button>Send the link</button>
    </form>`,
});

/** The same for every address, known or not. */
export const resetLinkSentPage = (): WebPage => ({
  tone: 'good',
  title: 'Look into your mail',
  content: html`<p role="status">If the address has an account, a link to choose a new password is on its way to it.</p>
    <p class="hint">Nothing there after some minutes? Look among the spam, and whether you registered with another address.</p>`,
});

/** With `problem`, what was wrong with the password before. */
export const resetPasswordPage = (token: string, problem?: string): WebPage => ({
  ...(problem === undefined ? {} : { status: 422 }),
  title: 'Choose a new password',
  content: html`<form method="post" action="reset-password">
      ${hiddenField('token', token)}
      <label for="password">New password</label>
      <p class="hint" id="password-hint">
        8 to 255 characters, and not your e-mail address. A few unrelated words are easy to keep in mind.
      </p>
      ${problem !== undefined && html`<p class="problem" id="password-problem" role="alert">${problem}</p>`}
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="new-password"
        required
        minlength="8"
        maxlength="510"
        autofocus
        ${
          problem === undefined
            ? html` aria-describedby="password-hint"`
            : html` aria-invalid="true" aria-describedby="password-problem password-hint"`
        }
      />
      <button>Set the new password</button>
    </form>
    <p class="hint">Every session of your account ends. API keys stay as they are.</p>`,
});

export const passwordResetPage = (): WebPage => ({
  tone: 'good',
  title: 'Your password is set',
  content: html`<p role="status">All sessions have ended. Log in again with the new password.</p>`,
});

export const passwordNotResetPage = (): WebPage => ({
  status: 400,
  tone: 'bad',
  title: 'This link does not work',
  content: html`<p role="alert">
      It has expired, was used before, or is not complete. Links for a new password work once and only for a short time.
    </p>
    <p><a class="button" href="forgot-password">Ask for a new link</a></p>`,
});
