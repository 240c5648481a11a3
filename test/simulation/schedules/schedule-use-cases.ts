import { plans, QuotaCounter, RecentReservations } from '@pps/billing';
import { KeyedMutex } from '@pps/concurrency';
import { Rejected } from '@pps/kernel';
import type { UseCaseDeps } from '@pps/use-cases';
import type { VirtualProcess } from '../virtual-process';
import type { ScheduleWorld } from './schedule-world';

const sandboxLimit = 100;

/** What the use cases are given on one process: real commands, quota and streams; accounts, boards and assets as the world has them. */
export function scheduleUseCases(world: ScheduleWorld, process: VirtualProcess): UseCaseDeps {
  const streams = world.streamsOf(process);
  const verdictOf = (accountId: string, boardId: string) => {
    const failed = (code: string) => ({ status: 'failed', code, message: `It is ${code}.` });
    if (world.revokedAt.has(accountId)) return failed('account_revoked');
    if (world.needsConsent.has(accountId)) return failed('token_expired');
    return world.boardsGone.has(boardId) ? failed('board_not_found') : { status: 'ok' };
  };
  const deps = {
    streams,
    live: { get: streams.load.bind(streams), head: async () => 0n },
    quota: new QuotaCounter(streams),
    claims: new RecentReservations(streams, world.log.seenBy(process, world.wayMs)),
    creationsByPin: new KeyedMutex(),
    termsOf: async ({ environment }: { readonly environment: string }) => ({
      plan: 'pro',
      planTerms: { ...plans.pro, quotaPinsMonthly: environment === 'sandbox' ? sandboxLimit : world.limit },
      mayPublish: true,
    }),
    accounts: { find: async (_: string, accountId: string) => ({ accountId, revokedAt: world.revokedAt.get(accountId) ?? null }) },
    boards: {
      check: async ({ accountId, boardId }: { readonly accountId: string; readonly boardId: string }) => verdictOf(accountId, boardId),
      // What only the platform knows is not known without asking it.
      checkLocally: async ({ accountId }: { readonly accountId: string }) => verdictOf(accountId, 'not asked for'),
    },
    reconnection: {
      rejection: (code: string, accountId: string) => new Rejected(code as never, `It is ${code}.`, { account_id: accountId }),
    },
    presentEpoch: world.parts.presentEpoch(async ({ projectId, epoch }) => epoch === world.epochOf(projectId)),
    assets: {
      requireShown: async (_: unknown, { assetId }: { readonly assetId?: string }) => {
        if (assetId !== undefined && world.assetsDeleted.has(assetId)) throw new Rejected('asset_not_found', 'The asset was not found.');
      },
      withMediaType: async (_: unknown, content: unknown) => content,
    },
    upgradeUrl: 'https://app.example/billing',
    clock: world.clock,
    monotonic: world.monotonic,
    newId: crypto.randomUUID.bind(crypto),
    pause: (ms: number) => process.sleep(ms),
  };
  return deps as unknown as UseCaseDeps;
}
