import { Module } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ASSET_STORAGE, type AssetStorage } from '@pps/asset-storage';
import { AssetsModule, ProjectAssets, UploadReservations } from '@pps/assets';
import { BillingModule, QuotaReservations, readPublishingTerms, RecentReservations } from '@pps/billing';
import { KeyedMutex, pause } from '@pps/concurrency';
import { AccessTokens, AccountDirectory, BoardAccess, ConnectionsModule, Reconnection } from '@pps/connections';
import { CommandRunner, LiveStates } from '@pps/event-store';
import { ImportBodies } from '@pps/imports';
import { CLOCK, newId, type Clock } from '@pps/kernel';
import { configuredBuckets, TokenBuckets, closeGrants } from '@pps/pins';
import { PLATFORM, type Platform } from '@pps/platform';
import { BulkPermits, DATABASE, Freshness, type Database } from '@pps/read-store';
import { CONFIGURATION, upgradeUrl, type Configuration } from '@pps/runtime';
import { VAULT, type Vault } from '@pps/vault';
import { isPresentEpoch } from '@pps/workspaces/events';
import { pinHeadroom } from './pin-headroom/pin-headroom';
import { USE_CASE_DEPS, type UseCaseDeps } from './use-case-deps';

/** Binds what the abilities need; for every host that uses them. */
@Module({
  imports: [AssetsModule, BillingModule, ConnectionsModule],
  providers: [
    { provide: TokenBuckets, inject: [DATABASE, CONFIGURATION], useFactory: configuredBuckets },
    {
      provide: USE_CASE_DEPS,
      inject: [
        ...[CommandBus, CommandRunner, LiveStates, Freshness, BulkPermits, DATABASE, CLOCK, CONFIGURATION, PLATFORM, VAULT],
        ...[
          AccountDirectory,
          BoardAccess,
          Reconnection,
          AccessTokens,
          QuotaReservations,
          RecentReservations,
          ProjectAssets,
          TokenBuckets,
          UploadReservations,
          ASSET_STORAGE,
        ],
      ],
      useFactory: (
        commands: CommandBus,
        runner: CommandRunner,
        live: LiveStates,
        freshness: Freshness,
        bulk: BulkPermits,
        db: Database,
        clock: Clock,
        configuration: Configuration,
        platform: Platform,
        vault: Vault,
        accounts: AccountDirectory,
        boards: BoardAccess,
        reconnection: Reconnection,
        tokens: AccessTokens,
        quota: QuotaReservations,
        claims: RecentReservations,
        assets: ProjectAssets,
        buckets: TokenBuckets,
        uploads: UploadReservations,
        storage: AssetStorage,
      ): UseCaseDeps => ({
        ...{ commands, runner, live, freshness, bulk, db, clock, platform, vault, configuration },
        ...{ accounts, boards, reconnection, tokens, quota, claims, assets, uploads, storage, buckets },
        termsOf: readPublishingTerms.bind(null, live),
        headroom: pinHeadroom({ buckets, live, db, clock }),
        creationsByPin: new KeyedMutex(),
        creationsByProject: new KeyedMutex(),
        importBodies: new ImportBodies(db, configuration.IMPORTS_WAITING_PER_PROJECT, configuration.IMPORT_ROWS_KEPT),
        upgradeUrl: upgradeUrl(configuration),
        presentEpoch: (project) => isPresentEpoch(live, project),
        newId,
        lastCalls: {
          closeGrants: closeGrants.bind(null, db),
          ...{ runner, pause, monotonic: () => performance.now() },
        },
        monotonic: () => performance.now(),
        pause,
      }),
    },
  ],
  exports: [USE_CASE_DEPS, AssetsModule],
})
export class UseCasesModule {}
