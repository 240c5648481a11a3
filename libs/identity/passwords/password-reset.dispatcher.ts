import type { Vault } from '@pps/vault';
import type { Leadership } from '@pps/leases';
import type { Streams } from '@pps/event-store';
import { derivedId, type Clock } from '@pps/kernel';
import { isPassedOver, passOver, type Database, type LoopWait } from '@pps/read-store';
import { emailStream } from '../users/email.stream';
import { createLink } from '../email-links/link-token';
import { decideRequestPasswordReset } from '../users/user.decider';
import { userStream } from '../users/user.stream';

export interface PasswordResetDispatcherDeps {
  readonly db: Database;
  readonly streams: Streams;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly linkLifetimeMs: number;
  /** At most one mail per address in this time. */
  readonly intervalMs: number;
  readonly wait: LoopWait;
  readonly onError: (error: unknown) => void;
}

interface RequestRow {
  readonly email_hash: string;
  readonly asked: string;
}

const pollIntervalMs = 500;
const batchSize = 100;

/** Name of the lease under which one process turns requests for a new password into reset links. */
export const passwordResetDuty = 'password-recovery';

/** Milliseconds until a request is to be handled or deleted, in SQL. */
export const passwordResetDue = (intervalMs: number): string => `case
  when exists (select from identity.password_recovery where not is_handled) then 0
  else (select extract(epoch from min(asked_at) - clock_timestamp()) * 1000 + ${intervalMs} from identity.password_recovery) end`;

/** Makes a reset link for every requested address that is registered. A request is deleted after `intervalMs`, whether the address is registered or not. */
export async function runPasswordResetDispatcher(deps: PasswordResetDispatcherDeps, { signal }: Pick<Leadership, 'signal'>): Promise<void> {
  while (!signal.aborted) {
    await handleRequests(deps).catch(deps.onError);
    await deps.wait(pollIntervalMs, signal);
  }
}

async function handleRequests(deps: PasswordResetDispatcherDeps): Promise<void> {
  const { db, intervalMs } = deps;
  const { rows } = await db.raw<{ rows: RequestRow[] }>(
    `select email_hash, asked_at::text as asked from identity.password_recovery
     where not is_handled and not ${isPassedOver(passwordResetDuty, 'email_hash')} order by asked_at limit ?`,
    [batchSize],
  );
  for (const row of rows) {
    // One that fails must not keep the others.
    await handleRequest(deps, row).catch(async (error: unknown) => {
      await passOver(db, passwordResetDuty, row.email_hash, error);
      deps.onError(error);
    });
  }
  await db.raw(`delete from identity.password_recovery where is_handled and asked_at < clock_timestamp() - ? * interval '1 millisecond'`, [
    intervalMs,
  ]);
}

async function handleRequest(deps: PasswordResetDispatcherDeps, row: RequestRow): Promise<void> {
  await createResetLink(deps, row);
  await deps.db.raw(
    'update identity.password_recovery set is_handled = true where email_hash = :email_hash and asked_at = cast(:asked as timestamptz)',
    { ...row },
  );
}

async function createResetLink(
  { streams, vault, clock, linkLifetimeMs, intervalMs }: PasswordResetDispatcherDeps,
  row: RequestRow,
): Promise<void> {
  const { state: claim } = await streams.load(emailStream, row.email_hash);
  if (claim.userId === null) return;
  const { userId } = claim;
  const { state: user } = await streams.load(userStream, userId);
  if (user.kind !== 'registered') return;
  const at = clock();
  const requestId = derivedId('password-reset', row.email_hash, row.asked);
  const requested = {
    requestId,
    emailHash: row.email_hash,
    ...(await createLink(vault, userId, 'password_reset', at, linkLifetimeMs)),
  };
  const origin = { organizationId: user.organizationId, actor: { type: 'system' as const }, occurredAt: at.toISOString() };
  await streams.decide(userStream, userId, origin, (state) => decideRequestPasswordReset(requested, intervalMs, state));
}
