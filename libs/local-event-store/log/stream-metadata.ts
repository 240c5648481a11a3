import { tombstoneRevision } from './stored-event';

/** The retention keys of a stream's metadata; `keys` is the whole document. */
export interface StreamMetadata {
  readonly maxCount: bigint | undefined;
  readonly maxAgeSeconds: number | undefined;
  readonly truncateBefore: bigint | undefined;
  readonly keys: Readonly<Record<string, unknown>>;
  /** Of the document. */
  readonly bytes: number;
}

export const noMetadata: StreamMetadata = {
  maxCount: undefined,
  maxAgeSeconds: undefined,
  truncateBefore: undefined,
  keys: {},
  bytes: 0,
};

/** Reads stored metadata; unparsable text counts as empty and limits at or below zero are ignored. */
export function parseStreamMetadata(data: Buffer): StreamMetadata {
  const text = data.toString('utf8');
  const keys = parseObject(text);
  if (!keys) return noMetadata;
  const maxCount = positiveInteger(keys['$maxCount']);
  return {
    maxCount: maxCount === undefined ? undefined : BigInt(maxCount),
    maxAgeSeconds: positiveInteger(keys['$maxAge']),
    truncateBefore: typeof keys['$tb'] === 'number' ? readTruncateBefore(text) : undefined,
    keys,
    bytes: data.length,
  };
}

/** True when the bytes are a JSON object. */
export function isMetadataDocument(data: Buffer): boolean {
  return parseObject(data.toString('utf8')) !== undefined;
}

export function isSoftDeleted(metadata: StreamMetadata): boolean {
  return metadata.truncateBefore === tombstoneRevision;
}

/** The metadata document with another `$tb` and its other keys. */
export function withTruncateBefore(metadata: StreamMetadata, revision: bigint): Buffer {
  const others = Object.entries(metadata.keys).filter(([key]) => key !== '$tb');
  const members = JSON.stringify(Object.fromEntries(others)).slice(1, -1);
  return Buffer.from(`{"$tb":${revision}${members === '' ? '' : `,${members}`}}`);
}

// JSON.parse rounds 2^63-1, so the number is read from the text.
function readTruncateBefore(text: string): bigint | undefined {
  const digits = /"\$tb"\s*:\s*(-?\d+)(?![\d.eE])/.exec(text)?.[1];
  return digits === undefined ? undefined : BigInt(digits);
}

function positiveInteger(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
