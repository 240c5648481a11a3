import type { OneTimeSecret } from '../session/held-secret';

/** The codes that work once each in place of a person's app, as they are shown this once. */
export const secretOfRecoveryCodes = (codes: readonly string[], email: string): OneTimeSecret => ({
  title: 'Your recovery codes',
  subject: email,
  project: null,
  note: 'Each works once in place of a code. Keep them where the app is not: they are not shown again.',
  label: 'Recovery codes',
  text: codes.join('\n'),
  taken: 'I have them',
});
