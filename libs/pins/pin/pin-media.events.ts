import type { Fact } from '@pps/kernel';

/** A worker is about to register the pin's video with the platform and to upload it there; creates no pin. */
export type PinMediaPreparationStarted = Fact<
  'PinMediaPreparationStarted',
  {
    /** Counts on with the publishing attempts. */
    readonly attempt: number;
    readonly startedAt: string;
    /** Without an outcome by then the worker is taken to be gone. */
    readonly deadline: string;
  }
>;

/** The platform has the whole video and processes it. */
export type PinMediaUploaded = Fact<
  'PinMediaUploaded',
  {
    readonly attempt: number;
    /** The platform's id of the upload. */
    readonly mediaId: string;
    readonly uploadedAt: string;
    readonly nextLookAt: string;
  }
>;

/** The platform was asked for the video and still processes it, or did not answer. */
export type PinMediaAwaited = Fact<
  'PinMediaAwaited',
  {
    readonly mediaId: string;
    /** Counts the polls from 1. */
    readonly look: number;
    readonly at: string;
    readonly nextLookAt: string;
  }
>;

/** The platform has processed the video: the pin can be created. */
export type PinMediaReady = Fact<'PinMediaReady', { readonly mediaId: string; readonly at: string }>;

export type PinMediaFact = PinMediaPreparationStarted | PinMediaUploaded | PinMediaAwaited | PinMediaReady;
