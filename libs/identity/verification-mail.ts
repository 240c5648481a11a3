import type { Mail } from './mail-transport';

/** Deliberately without the user's name: whoever registers a stranger's address must not choose what we write there. */
export function verificationMail(to: string, appUrl: string, token: string, requestId: string): Mail {
  const link = `${appUrl}/verify-email?token=${encodeURIComponent(token)}`;
  const reason = 'This address was used to register with the Pin Publishing Service.';
  const otherwise = 'If that was not you, ignore this mail and nothing happens.';
  return {
    to,
    subject: 'Verify your e-mail address',
    text: `${reason}\n\nVerify it here:\n${link}\n\n${otherwise}\n`,
    html: `<p>${reason}</p><p><a href="${escapeHtml(link)}">Verify it here</a></p><p>${otherwise}</p>`,
    messageId: `<verification.${requestId}@${new URL(appUrl).hostname}>`,
  };
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
