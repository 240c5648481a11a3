import { securityContent, type SecurityNotice } from './security-content';

const notices: readonly SecurityNotice[] = [
  'api_key_created',
  'program_allowed',
  'grant_replayed',
  'password_changed',
  'unproven_access_ended',
  'email_changed',
  'google_linked',
  'account_connected',
  'second_factor_enabled',
  'second_factor_disabled',
  'recovery_code_used',
  'account_deletion_requested',
  'account_deletion_canceled',
  'account_export_requested',
  'account_export_ready',
];

test.each(notices)('the mail about %s says what happened and what to do, and has no link', (notice) => {
  const content = securityContent(notice, 'pps_live_a1B2');
  expect(content.link).toBeUndefined();
  expect(content.paragraphs).toHaveLength(2);
  expect(content.paragraphs[1]).toContain('If that was not you');
});

test('the mails about the end of an account and its archive say until when, and what to call', () => {
  const textOf = (notice: SecurityNotice, about: string | null) => securityContent(notice, about).paragraphs.join('\n');
  const until = '2026-12-07 09:00 UTC';
  expect(textOf('account_deletion_requested', until)).toContain(`deleted for good on ${until}: everything in it, and its subscription`);
  expect(textOf('account_deletion_requested', until)).toContain('POST /v1/auth/account/delete/cancel');
  expect(textOf('account_deletion_requested', null)).toContain('deleted for good in some days');
  expect(textOf('account_deletion_canceled', null)).toContain('will not be deleted after all');
  expect(textOf('account_export_requested', null)).toContain('another mail says when it is ready');
  expect(textOf('account_export_ready', until)).toContain(`can be downloaded until ${until}; then it is deleted`);
  expect(textOf('account_export_ready', until)).toContain('GET /v1/auth/account/export');
  expect(textOf('account_export_ready', until)).not.toMatch(/https?:/);
});
