import type { startReceiver } from '../../webhooks/receiver';
import type { HostPlaces } from '../installation/host-places';
import type { Creation } from '../traffic/create-in-batches';
import type { Workspace } from '../traffic/workspace';
import type { Trouble } from './trouble-plan';

/** When standbys had been promoted, on this process's monotonic clock. */
export interface Promotions {
  readonly promotedAt: readonly number[];
}

/** What clients that a trouble has hit were answered. */
export interface ClientsHit {
  readonly creations: readonly Creation[];
  /** What was wrong about the answers. */
  readonly faults: readonly string[];
  /** How often there was which answer. */
  readonly answers: Readonly<Record<string, number>>;
}

/** The service with all its parts as processes, to which troubles can be dealt; platform and receiver are outside. */
export interface TroubledInstallation {
  readonly places: HostPlaces;
  /** Of all its servers, each without what lies between it and a host. */
  readonly database: Promotions & { readonly url: string };
  readonly eventStore: { readonly url: string };
  readonly platformUrl: string;
  readonly workspace: Workspace;
  readonly received: Awaited<ReturnType<typeof startReceiver>>['received'];
  /** Does what the trouble is until it ends, and gives whom it has hit. */
  deal(trouble: Trouble): Promise<string>;
  /** Resolves once all that a trouble may have ended is there again. */
  recovered(): Promise<void>;
  /** Of troubles that hit clients themselves. */
  clientsHit?(): readonly ClientsHit[];
  stop(): Promise<void>;
}
