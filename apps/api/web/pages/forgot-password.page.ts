import { html } from '../safe-html';
import type { WebPage } from '../web-page';

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
