import { type Fact, Rejected, type Decider } from '@pps/kernel';
import type { StreamType } from '@pps/event-store';

/** The person asked for everything that is stored of account and workspace, as one archive. */
export type AccountExportRequested = Fact<
  'AccountExportRequested',
  {
    readonly exportId: string;
    readonly organizationId: string;
    readonly userId: string;
    readonly requestedAt: string;
    /** Of the person then: whatever raises it, as a new password does, ends the export. Absent in older ones: 0. */
    readonly sessionGeneration?: number;
  }
>;

/** The archive lies in the storage and can be downloaded until it expires. */
export type AccountExportReady = Fact<
  'AccountExportReady',
  {
    readonly exportId: string;
    /** Names the archive in the storage. */
    readonly fileId: string;
    readonly sizeBytes: number;
    /** Of the archive, hex. */
    readonly sha256: string;
    readonly fileCount: number;
    readonly readyAt: string;
    readonly expiresAt: string;
  }
>;

/** Somebody began to download the archive by its link; the first twenty times are recorded. */
export type AccountExportDownloaded = Fact<'AccountExportDownloaded', { readonly exportId: string; readonly downloadedAt: string }>;

/** There is no archive any more, or there will be none: its link does not work from then on, and its bytes are deleted. */
export type AccountExportEnded = Fact<
  'AccountExportEnded',
  {
    readonly exportId: string;
    readonly reason: 'expired' | 'replaced' | 'failed' | 'forgotten' | 'sessions_ended';
    readonly endedAt: string;
  }
>;

export type AccountExportFact = AccountExportRequested | AccountExportReady | AccountExportDownloaded | AccountExportEnded;

export interface AccountExport {
  readonly exportId: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly requestedAt: string;
  readonly sessionGeneration?: number;
  readonly archive: AccountExportReady['data'] | null;
  readonly downloads: number;
  /** Null while it is being made or can be downloaded. */
  readonly ended: AccountExportEnded['data']['reason'] | null;
}

export interface AccountExportState {
  /** The one that was asked for last; an earlier one has ended. */
  readonly latest: AccountExport | null;
  /** How many were asked for on the day (UTC) of the latest. */
  readonly askedThatDay: number;
}

const initial: AccountExportState = { latest: null, askedThatDay: 0 };

function evolve(state: AccountExportState, fact: AccountExportFact): AccountExportState {
  const { latest } = state;
  if (fact.type === 'AccountExportRequested') {
    const sameDay = latest !== null && dayOf(latest.requestedAt) === dayOf(fact.data.requestedAt);
    const asked = { ...fact.data, archive: null, downloads: 0, ended: null };
    return { ...state, latest: asked, askedThatDay: sameDay ? state.askedThatDay + 1 : 1 };
  }
  if (!latest || latest.exportId !== fact.data.exportId) return state;
  switch (fact.type) {
    case 'AccountExportReady':
      return { ...state, latest: { ...latest, archive: fact.data } };
    case 'AccountExportDownloaded':
      return { ...state, latest: { ...latest, downloads: latest.downloads + 1 } };
    case 'AccountExportEnded':
      return { ...state, latest: { ...latest, ended: fact.data.reason } };
  }
}

export const accountExport: Decider<AccountExportState, AccountExportFact> = { initial, evolve };
const mostRecordedDownloads = 20;
const dayMs = 86_400_000;

/**
 * Silent while one is being made for these sessions. Any other that has not ended is replaced. Throws `Rejected('rate_limited')` until the next day (UTC) when `perDay`
 * were asked for.
 */
export function decideExportRequest(
  command: AccountExportRequested['data'],
  perDay: number,
  { latest, askedThatDay }: AccountExportState,
): readonly AccountExportFact[] {
  const { requestedAt, sessionGeneration = 0 } = command;
  const isOld = latest !== null && isOfEndedSessions(latest, sessionGeneration);
  if (latest && latest.ended === null && latest.archive === null && !isOld) return [];
  if (latest && dayOf(latest.requestedAt) === dayOf(requestedAt) && askedThatDay >= perDay) {
    const nextDay = Date.parse(dayOf(requestedAt)) + dayMs;
    const retry_after_seconds = Math.max(1, Math.ceil((nextDay - Date.parse(requestedAt)) / 1000));
    throw new Rejected('rate_limited', `At most ${perDay} exports a day can be asked for`, { retry_after_seconds });
  }
  const replaced = latest && latest.ended === null ? [ended(latest, isOld ? 'sessions_ended' : 'replaced', requestedAt)] : [];
  return [...replaced, { type: 'AccountExportRequested', data: command }];
}

/** Silent where that export has an archive already, or has ended. */
export function recordAccountExport(archive: AccountExportReady['data'], { latest }: AccountExportState): readonly AccountExportReady[] {
  if (latest?.exportId !== archive.exportId || latest.archive !== null || latest.ended !== null) return [];
  return [{ type: 'AccountExportReady', data: archive }];
}

/** Records the first twenty downloads. */
export function recordExportDownload(exportId: string, at: string, { latest }: AccountExportState): readonly AccountExportFact[] {
  if (latest?.exportId !== exportId || latest.downloads >= mostRecordedDownloads) return [];
  return [{ type: 'AccountExportDownloaded', data: { exportId, downloadedAt: at } }];
}

/** Silent where it has ended, or is not the latest. */
export function endAccountExport(
  exportId: string,
  reason: Exclude<AccountExportEnded['data']['reason'], 'replaced'>,
  at: string,
  { latest }: AccountExportState,
): readonly AccountExportEnded[] {
  return latest?.exportId === exportId && latest.ended === null ? [ended(latest, reason, at)] : [];
}

/** Whether the sessions that it was asked for in have ended since, all of them: then nobody gets the archive. Takes the person's present generation. */
export const isOfEndedSessions = ({ sessionGeneration = 0 }: Pick<AccountExport, 'sessionGeneration'>, present: number): boolean =>
  sessionGeneration < present;

/** Whether the archive can be downloaded at that moment by a person of this session generation. */
export const isExportReady = (latest: AccountExport | null, at: string, sessionGeneration: number): boolean =>
  latest !== null &&
  latest.archive !== null &&
  latest.ended === null &&
  latest.archive.expiresAt > at &&
  !isOfEndedSessions(latest, sessionGeneration);

export type AccountExportStatus = 'preparing' | 'ready' | 'failed' | 'expired';

/** What an export is at that moment to a person of this session generation. */
export function accountExportStatus(latest: AccountExport, at: string, sessionGeneration: number): AccountExportStatus {
  if (isExportReady(latest, at, sessionGeneration)) return 'ready';
  if (latest.ended === null && latest.archive === null && !isOfEndedSessions(latest, sessionGeneration)) return 'preparing';
  return latest.ended === 'failed' ? 'failed' : 'expired';
}

const ended = ({ exportId }: AccountExport, reason: AccountExportEnded['data']['reason'], endedAt: string): AccountExportEnded => ({
  type: 'AccountExportEnded',
  data: { exportId, reason, endedAt },
});

const dayOf = (at: string): string => at.slice(0, 10);

/** `account_export-<organizationId>`: the archives of everything that is stored of an account, one at a time. */
export const accountExportStream: StreamType<AccountExportState, AccountExportFact> = {
  category: 'account_export',
  decider: accountExport,
  facts: { AccountExportRequested: 1, AccountExportReady: 1, AccountExportDownloaded: 1, AccountExportEnded: 1 },
  snapshot: { version: 1, every: 100 },
};
