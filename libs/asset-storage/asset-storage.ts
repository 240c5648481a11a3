import type { Readable } from 'node:stream';

export interface StoredFile {
  /** Of the file on this machine; it may be moved away. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly contentType: string;
}

/** First and last byte, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Where the bytes of assets are kept, by key; what is under a key never changes. Rejects with what went wrong when the storage does not answer. */
export interface AssetStorage {
  /** Whole or not at all; a repeat is silent. */
  put(key: string, file: StoredFile): Promise<void>;
  /** The bytes, or null where there are none; the caller reads the stream to its end or destroys it. */
  open(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Silent where there is nothing. */
  remove(key: string): Promise<void>;
  /** Everything that is kept, in any order, an asset perhaps more than once; what comes or goes meanwhile may be missing. */
  list(): AsyncIterable<StoredBytes>;
}

/** Bytes of an asset, whether or not any fact tells of it. */
export interface StoredBytes {
  readonly assetId: string;
  readonly putAt: Date;
}

/** Injection token of the process's one `AssetStorage`. */
export const ASSET_STORAGE = Symbol('AssetStorage');

/** The bytes as uploaded. */
export const originalKey = (assetId: string): string => `${assetId}/original`;

/** The bytes as the platform gets them, where those differ. */
export const convertedKey = (assetId: string): string => `${assetId}/converted`;
