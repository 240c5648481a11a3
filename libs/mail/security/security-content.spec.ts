import { securityContent, type SecurityNotice } from './security-content';

const notices: readonly SecurityNotice['notice'][] = [
  'api_key_created',
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
  const content = securityContent({ to: 'ada@example.test', requestId: 'r1', notice, subject: 'pps_live_a1B2' });
  expect(content).toMatchObject({ to: 'ada@example.test', id: `${notice}.r1` });
  expect(content.link).toBeUndefined();
  expect(content.paragraphs).toHaveLength(2);
  expect(content.paragraphs[1]).toContain('If that was not you');
});
