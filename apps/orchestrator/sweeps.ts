import { pause } from '@pps/concurrency';
import type { Leadership } from '@pps/leases';
import { runVaultSweep, vaultSweepDuty } from '@pps/vault';
import { KeyRecords, keyRecordsDuty, runKeyRecordsSweep } from '@pps/idempotency';
import { importBodiesDuty, runImportBodiesSweep } from '@pps/imports';
import { orphanedBytesDuty, runOrphanedBytesSweep } from '@pps/assets';
import { PaymentAccess, reconcilingDuty, runReconciling } from '@pps/billing';
import { requestLogDuty, runRequestLogSweep } from '@pps/request-log';
import { isPresentEpoch } from '@pps/workspaces/events';
import { projectsOfAssets } from '@projections/assets/list-assets.query';
import type { Streams, EventStore, LiveStates } from '@pps/event-store';
import { connectionStream } from '@pps/connections/events';
import { deviceRequestsDuty, isRegisteredUser, oauthClientsDuty, runDeviceRequestsSweep, runOAuthClientsSweep } from '@pps/identity';
import { webhookStream } from '@pps/webhooks/events';
import { isRegisteredOrganization } from '@pps/workspaces';
import type { App } from '../foundation/bind-app';

interface Sweep {
  readonly name: string;
  readonly run: (leadership: Leadership) => Promise<void>;
}

/** Duties that remove what is outdated and the orphans that crashes and resets left outside of the log, and mend what a lost event of the payment provider left. */
export function sweeps(
  app: Pick<App, 'db' | 'store' | 'streams' | 'live' | 'storage' | 'clock' | 'logger' | 'configuration' | 'importBodies'>,
): Sweep[] {
  const { db, streams, live, storage, clock, logger, importBodies } = app;
  const failing = (duty: string) => (error: unknown) => logger.error({ err: error, duty }, 'a sweep failed; the next one tries again');
  const bytes = {
    streams,
    storage,
    projectsOf: (assetIds: readonly string[]) => projectsOfAssets(db, assetIds),
    presentEpoch: (project: { readonly projectId: string; readonly epoch: number }) => isPresentEpoch(live, project),
    clock,
    pause,
    onError: failing(orphanedBytesDuty),
  };
  const vault = { db, isNamed: namedSubjects(app), pause, onError: failing(vaultSweepDuty) };
  const bodies = { streams, bodies: importBodies, presentEpoch: bytes.presentEpoch, pause, onError: failing(importBodiesDuty) };
  const keys = { records: new KeyRecords(db), pause, onError: failing(keyRecordsDuty) };
  const { REQUESTS_KEPT_PER_PROJECT: mostOfProject } = app.configuration;
  const requests = { db, mostOfProject, pause, onError: failing(requestLogDuty) };
  const payments = PaymentAccess.from(app.configuration, logger).client;
  const reconciling = payments && {
    ...{ streams, payments, clock, pause },
    log: (message: string, fields: object) => logger.warn(fields, message),
    onError: failing(reconcilingDuty),
  };
  const devices = { db, clock, onError: failing(deviceRequestsDuty) };
  const programs = { db, streams, clock, onError: failing(oauthClientsDuty) };
  return [
    ...(reconciling ? [{ name: reconcilingDuty, run: (leadership: Leadership) => runReconciling(reconciling, leadership) }] : []),
    { name: deviceRequestsDuty, run: (leadership) => runDeviceRequestsSweep(devices, leadership) },
    { name: oauthClientsDuty, run: (leadership) => runOAuthClientsSweep(programs, leadership) },
    { name: importBodiesDuty, run: (leadership) => runImportBodiesSweep(bodies, leadership) },
    { name: keyRecordsDuty, run: (leadership) => runKeyRecordsSweep(keys, leadership) },
    { name: orphanedBytesDuty, run: (leadership) => runOrphanedBytesSweep(bytes, leadership) },
    { name: requestLogDuty, run: (leadership) => runRequestLogSweep(requests, leadership) },
    { name: vaultSweepDuty, run: (leadership) => runVaultSweep(vault, leadership) },
  ];
}

interface Log {
  readonly streams: Streams;
  readonly store: EventStore;
  readonly live: LiveStates;
}

/** Whether a fact still leads to the entries of a subject in the vault; a subject of an unknown kind is left alone. */
export function namedSubjects(log: Log): (subject: string) => Promise<boolean> {
  const { streams, live } = log;
  const rules: Readonly<Record<string, (id: string) => Promise<boolean>>> = {
    user: (id) => isRegisteredUser(log, id),
    organization: (id) => isRegisteredOrganization({ streams, isRegisteredUser: (userId) => isRegisteredUser(log, userId) }, id),
    account: async (id) => {
      const { state } = await streams.load(connectionStream, id);
      return state.kind === 'connected' && isPresentEpoch(live, state);
    },
    webhook: async (id) => {
      const { state } = await streams.load(webhookStream, id);
      return state.kind === 'active' && isPresentEpoch(live, state);
    },
  };
  return async (subject) => {
    const [kind = '', id = ''] = subject.split(/:(.*)/s);
    return Object.hasOwn(rules, kind) ? ((await rules[kind]?.(id)) ?? true) : true;
  };
}
