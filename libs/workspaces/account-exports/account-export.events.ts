import type { Fact } from '@pps/kernel';

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
