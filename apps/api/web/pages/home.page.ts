import { html, type WebPage } from '../web-page';

/** Where whoever comes without an errand can go. */
export const homePage = (google: boolean): WebPage => ({
  title: 'What do you want to do?',
  content: html`<p>
      Links in our mails, and signing in with other services, lead to pages here. Everything else is done through the HTTP interface.
    </p>
    <ul class="ways">
      ${google && html`<li><a href="../v1/auth/google/login">Sign in with Google</a></li>`}
      <li><a href="forgot-password">Choose a new password</a></li>
      <li><a href="second-factor">Set up a second factor</a></li>
      <li><a href="billing">Compare the plans</a></li>
      <li><a href="../docs">Read how to use the interface</a></li>
    </ul>`,
});
