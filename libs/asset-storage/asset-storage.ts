import type { Readable } from 'node:stream';

export interface StoredFile {
  /** Path of the file on this machine; it may be moved away. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly contentType: string;
}

/** First and last byte, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Stores the bytes of assets by key; the bytes under a key never change. Rejects when the storage does not answer. */
export interface AssetStorage {
  /** Stores all bytes or none; a repeat does nothing. */
  put(key: string, file: StoredFile): Promise<void>;
  /** The bytes, or null where there are none; the caller reads the stream to its end or destroys it. */
  open(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Does nothing where there is nothing. */
  remove(key: string): Promise<void>;
  /** All stored bytes in any order, an asset perhaps more than once; what is stored or deleted meanwhile may be missing. */
  list(): AsyncIterable<StoredBytes>;
}

export interface OpenAssetStorage extends AssetStorage {
  /** Throws one line that names the setting when the storage cannot be used now. */
  check(): Promise<void>;
  close(): void;
}

export interface StoredBytes {
  readonly assetId: string;
  readonly putAt: Date;
}

/** The bytes as uploaded. */
export const originalKey = (assetId: string): string => `${assetId}/original`;

/** The bytes as the platform gets them, where those differ. */
export const convertedKey = (assetId: string): string => `${assetId}/converted`;

export const archiveKey = (fileId: string): string => `${fileId}/archive`;
