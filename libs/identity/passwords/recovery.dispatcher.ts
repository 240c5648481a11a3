import type { Vault } from '@pps/vault';
import type { Leadership } from '@pps/leases';
import type { CommandRunner } from '@pps/event-store';
import { derivedId, type Clock } from '@pps/kernel';
import type { Database } from '@pps/read-store';
import { setTimeout as delay } from 'node:timers/promises';
import { emailStream } from '../users/email.stream';
import { newLink } from '../email-links/new-link';
import { requestPasswordReset } from './password.decider';
import { userStream } from '../users/user.stream';

export interface RecoveryDispatcherDeps {
  readonly db: Database;
  readonly runner: CommandRunner;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly linkLifetimeMs: number;
  /** One mail per address in this time. */
  readonly intervalMs: number;
  readonly onError: (error: unknown) => void;
}

interface Asked {
  readonly email_hash: string;
  readonly asked: string;
}

const lookEveryMs = 500;
const mostAtOnce = 100;

/** Name of the lease under which one process answers those who forgot their password. */
export const recoveryDuty = 'password-recovery';

/** Makes a reset link for every known address that was asked for; of unknown ones nothing is kept but until the next may be asked. */
export async function runRecoveryDispatcher(deps: RecoveryDispatcherDeps, { signal }: Pick<Leadership, 'signal'>): Promise<void> {
  while (!signal.aborted) {
    await answerAll(deps).catch(deps.onError);
    await delay(lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
}

async function answerAll(deps: RecoveryDispatcherDeps): Promise<void> {
  const { db, intervalMs } = deps;
  const { rows } = await db.raw<{ rows: Asked[] }>(
    `select email_hash, asked_at::text as asked from service.password_recovery where not is_handled order by asked_at limit ?`,
    [mostAtOnce],
  );
  for (const row of rows) {
    await answer(deps, row);
    await db.raw(
      'update service.password_recovery set is_handled = true where email_hash = :email_hash and asked_at = cast(:asked as timestamptz)',
      {
        ...row,
      },
    );
  }
  await db.raw(`delete from service.password_recovery where is_handled and asked_at < clock_timestamp() - ? * interval '1 millisecond'`, [
    intervalMs,
  ]);
}

async function answer({ runner, vault, clock, linkLifetimeMs, intervalMs }: RecoveryDispatcherDeps, row: Asked): Promise<void> {
  const { state: claim } = await runner.load(emailStream, row.email_hash);
  if (claim.userId === null) return;
  const { userId } = claim;
  const { state: user } = await runner.load(userStream, userId);
  if (user.kind !== 'registered') return;
  const at = clock();
  const requestId = derivedId('password-reset', row.email_hash, row.asked);
  const requested = {
    requestId,
    emailHash: row.email_hash,
    ...(await newLink(vault, userId, 'password_reset', at, linkLifetimeMs)),
  };
  const origin = { organizationId: user.organizationId, actor: { type: 'system' as const }, occurredAt: at.toISOString() };
  await runner.run(userStream, userId, origin, (state) => requestPasswordReset(requested, intervalMs, state));
}
