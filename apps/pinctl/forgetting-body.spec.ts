import type { Forgetting } from '@pps/workspaces';
import { forgettingBody, forgettingsTable } from './forgetting-body';

const stuck = {
  organizationId: '4cbb5d4e-5a0d-4b0e-9d5b-5f1c1c6f0f10',
  forgottenAt: '2026-11-28T10:00:00.000Z',
  step: 'keys',
  failures: 3,
  lastError: 'connection refused\nat the second line',
  completedAt: null,
} as Forgetting;

it('what keeps somebody from being forgotten is told a person and a program', () => {
  expect(forgettingsTable([stuck])).toMatch(/left: .*keys, failed 3 times: connection refused$/);
  expect(forgettingBody(stuck)).toMatchObject({ failures: 3, last_error: stuck.lastError, completed_at: null });
  expect(forgettingBody({ ...stuck, failures: 0, lastError: null })).toMatchObject({ failures: 0, last_error: null });
});
