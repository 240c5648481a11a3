import { revokeAccount } from '@pps/connections';
import { originOfPrincipal } from '@pps/identity';
import { cancelSchedulesOfRevokedAccounts } from '@pps/schedules';
import type { PairCommand } from './pair-command';

/** The disconnection of an account. */
export const removeAccount = (accountId: string): PairCommand => ({
  name: 'account revoked',
  run: async ({ world, deps, principal }) => {
    await revokeAccount(deps, accountId, originOfPrincipal(principal, deps.clock()));
    world.disconnected.add(accountId);
  },
});

/** The same, and what the process that follows it makes of its schedules at once. */
export const removeAccountAtOnce = (accountId: string): PairCommand => ({
  name: 'account revoked and followed',
  run: async (request) => {
    await removeAccount(accountId).run(request);
    const { world, task, deps } = request;
    const facts = world.log.facts.filter(({ id, type }) => type === 'AccountRevoked' && !world.answered.has(id));
    for (const { id } of facts) world.answered.add(id);
    const process = cancelSchedulesOfRevokedAccounts({
      streams: deps.streams as never,
      clock: deps.clock,
      onFailed: (_, error) => Promise.reject(error as Error),
      queueIsFresh: () => deps.freshness.wait('schedule_queue'),
      schedulesOfAccount: async (of, after) => (after === null ? world.rows.schedulesOf(task, of) : []),
    });
    await process.react(facts as never, null);
  },
});
