import { HistoryExports } from '@pps/audit';
import { ProjectAssets, UploadReservations } from '@pps/assets';
import { QuotaCounter, readPublishingTerms, RecentReservations } from '@pps/billing';
import { KeyedMutex, pause } from '@pps/concurrency';
import { bindConnections, type BoundConnections } from '@pps/connections';
import { bindIdempotency, type IdempotentAnswers } from '@pps/idempotency';
import { ImportBodies } from '@pps/imports';
import { newId } from '@pps/kernel';
import { closeGrants, configuredBuckets } from '@pps/pins';
import { AttemptWindows, RateLimits, SharedBuckets } from '@pps/rate-limits';
import { upgradeUrl } from '@pps/runtime';
import { pinHeadroom, type UseCaseDeps } from '@pps/use-cases';
import { isPresentEpoch } from '@pps/workspaces/events';
import type { Parts } from './open-parts';

/** What a process can do, made once: its parts, and what is bound to them. Functions are passed it as what they need of it. */
export type App = Parts &
  UseCaseDeps &
  BoundConnections & {
    readonly attemptWindows: AttemptWindows;
    readonly rateLimits: RateLimits;
    readonly sharedBuckets: SharedBuckets;
    readonly uploads: UploadReservations;
    readonly assets: ProjectAssets;
    readonly quota: QuotaCounter;
    readonly idempotentAnswers: IdempotentAnswers;
    readonly historyExports: HistoryExports;
  };

/** Injection token of the process's `App`. */
export const APP = Symbol('App');

/** Binds what every host uses to the parts of its process. */
export function bindApp(parts: Parts): App {
  const { streams, live, db, clock, configuration, keys, store } = parts;
  const sharedBuckets = new SharedBuckets(db);
  const attemptWindows = new AttemptWindows(db, keys.EMAIL_HASH_KEY);
  const buckets = configuredBuckets(db, configuration);
  const monotonic = () => performance.now();
  return {
    ...parts,
    ...bindConnections({ ...parts, sharedBuckets }),
    ...{ sharedBuckets, attemptWindows, buckets, newId, monotonic, pause },
    rateLimits: new RateLimits(attemptWindows, configuration),
    quota: new QuotaCounter(streams),
    claims: new RecentReservations(streams, store),
    assets: new ProjectAssets(live),
    uploads: new UploadReservations(configuration),
    idempotentAnswers: bindIdempotency({ ...parts, sharedBuckets }),
    historyExports: new HistoryExports(db, store),
    termsOf: readPublishingTerms.bind(null, live),
    headroom: pinHeadroom({ buckets, live, db, clock }),
    creationsByPin: new KeyedMutex(),
    creationsByProject: new KeyedMutex(),
    importBodies: new ImportBodies(db, configuration.IMPORTS_WAITING_PER_PROJECT, configuration.IMPORT_ROWS_KEPT),
    upgradeUrl: upgradeUrl(configuration),
    presentEpoch: (project) => isPresentEpoch(live, project),
    lastCalls: { closeGrants: closeGrants.bind(null, db), ...{ streams, pause, monotonic } },
  };
}
