import { html, type WebPage, hiddenField } from '../web-page';

export interface UnsubscribeForm {
  readonly workspaceId: string;
  readonly userId: string;
  readonly token: string;
}

export const unsubscribePage = ({ workspaceId, userId, token }: UnsubscribeForm): WebPage => ({
  title: 'Stop our mails',
  content: html`<p>
      You will get no further mails about this workspace. What keeps your account safe, such as a new password, is mailed nevertheless.
    </p>
    <form method="post" action="unsubscribe">
      ${hiddenField('workspace_id', workspaceId)} ${userId !== '' && hiddenField('user_id', userId)} ${hiddenField('token', token)}
      <button>Unsubscribe</button>
    </form>`,
});

export const unsubscribedPage = (): WebPage => ({
  tone: 'good',
  title: 'You are unsubscribed',
  content: html`<p role="status">No further mails about this workspace will come.</p>
    <p class="hint">You can turn them on again with your session or an API key: <code>PATCH /v1/email/preferences</code>.</p>`,
});

export const notUnsubscribedPage = (): WebPage => ({
  status: 400,
  tone: 'bad',
  title: 'This link does not work',
  content: html`<p role="alert">It is not complete, or was changed on its way. Nothing was changed.</p>
    <ul>
      <li>Click the link in the newest mail, or copy all of it.</li>
      <li>Or turn the mails off with your session or an API key: <code>PATCH /v1/email/preferences</code>.</li>
    </ul>`,
});
