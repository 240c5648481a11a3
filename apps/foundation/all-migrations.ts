import { auditMigrations } from '@pps/audit';
import { identityMigrations } from '@pps/identity';
import { connectionsMigrations } from '@pps/connections';
import { idempotencyMigrations } from '@pps/idempotency';
import { importsMigrations } from '@pps/imports';
import { leasesMigrations } from '@pps/leases';
import { mailMigrations } from '@pps/mail';
import { pinsMigrations } from '@pps/pins';
import { rateLimitsMigrations } from '@pps/rate-limits';
import { readStoreMigrations, type Migration } from '@pps/read-store';
import { requestLogMigrations } from '@pps/request-log';
import { schedulesMigrations } from '@pps/schedules';
import { vaultMigrations } from '@pps/vault';
import { webhooksMigrations } from '@pps/webhooks';
import { workspacesMigrations } from '@pps/workspaces';

/** All tables that are not projections, in the order they were added. */
export const allMigrations: readonly Migration[] = [
  ...readStoreMigrations,
  ...leasesMigrations,
  ...vaultMigrations,
  ...identityMigrations,
  ...mailMigrations,
  ...pinsMigrations,
  ...connectionsMigrations,
  ...webhooksMigrations,
  ...rateLimitsMigrations,
  ...importsMigrations,
  ...schedulesMigrations,
  ...auditMigrations,
  ...workspacesMigrations,
  ...idempotencyMigrations,
  ...requestLogMigrations,
];
