import { pause } from '@pps/concurrency';
import type { Clock } from '@pps/kernel';
import type { Leadership } from '@pps/leases';
import { systemOriginOf, webhookStream } from '../subscriptions/webhook.stream';
import { deleteFailures, findDisablable, findUnreported } from './endpoint-failures.store';
import { judgeFailures, type EndpointHealthDeps } from './endpoint-health';
import type { EndpointFailures } from './failing.policy';

export interface FailingEndpointDeps extends EndpointHealthDeps {
  readonly clock: Clock;
  readonly log: (level: 'info' | 'warn' | 'error', message: string, fields?: object) => void;
}

const perRound = 256;
const pauseMs = 30_000;

/** Every half a minute reports and disables webhooks whose time has come while no attempt was due. */
export async function runFailingEndpoints(deps: FailingEndpointDeps, { signal }: Leadership): Promise<void> {
  while (!signal.aborted) {
    await judgeFailingEndpoints(deps).catch((error: unknown) => deps.log('warn', 'failing webhooks wait', { error: String(error) }));
    await pause(pauseMs, signal);
  }
}

/** One round: at most 256 to report and 256 to disable. One that cannot be judged does not keep the others. */
export async function judgeFailingEndpoints(deps: FailingEndpointDeps): Promise<void> {
  const now = deps.clock();
  const found = [...(await findUnreported(deps.db, now, perRound)), ...(await findDisablable(deps.db, now, perRound))];
  for (const failures of found) {
    await judge(deps, failures, now).catch((error: unknown) =>
      deps.log('warn', 'a failing webhook waits', { webhookId: failures.webhookId, error: String(error) }),
    );
  }
}

async function judge(deps: FailingEndpointDeps, failures: EndpointFailures, now: Date): Promise<void> {
  const { state: webhook } = await deps.streams.load(webhookStream, failures.webhookId);
  // Of one that is enabled again the count begins anew with its next failure; of a disabled one nothing is to be said.
  const isOpen =
    webhook.kind === 'active' && webhook.disabledReason === null && Date.parse(webhook.enabledAt) <= failures.firstAt.getTime();
  if (!isOpen) return deleteFailures(deps.db, [{ webhookId: failures.webhookId, at: now }]);
  await judgeFailures(deps, failures, now, systemOriginOf(webhook, now));
}
