import { invalidArgumentFailure } from './failures';
import { readBackwards, type AllSource, type FilterOptions, type ReadReq, type StreamSource } from './messages';
import { fromStreamIdentifier } from './stream-identifier.codec';
import type { UuidForm } from './uuid.codec';

/** Where a read or subscription begins; a number is a stream revision or a `$all` commit position. */
export type ReadFrom = bigint | 'start' | 'end';

export interface ReadFilter {
  readonly subject: 'stream' | 'type';
  readonly regex: string;
  readonly prefixes: readonly string[];
  /** Considered events per window; undefined when the client left the default. */
  readonly window: number | undefined;
  readonly checkpointIntervalMultiplier: number;
}

export interface ReadRequest {
  /** Undefined for `$all`. */
  readonly stream: string | undefined;
  readonly from: ReadFrom;
  readonly backwards: boolean;
  readonly resolveLinks: boolean;
  /** Events wanted; undefined for a subscription. */
  readonly count: bigint | undefined;
  readonly filter: ReadFilter | undefined;
  readonly uuidForm: UuidForm;
}

const endPosition = 18446744073709551615n;
const lastPosition = 9223372036854775807n;

/** Reads the options of Streams/Read. Throws GrpcFailure INVALID_ARGUMENT when they name nothing to read. */
export function fromReadReq({ options }: ReadReq): ReadRequest {
  if (!options) throw invalidArgumentFailure('read options are missing');
  const { source, extent, filter } = options;
  const backwards = options.readDirection === readBackwards;
  if (!source) throw invalidArgumentFailure('neither a stream nor $all is named');
  if (!extent) throw invalidArgumentFailure('either a count or a subscription is needed');
  if (extent.$case === 'subscription' && backwards) throw invalidArgumentFailure('subscriptions run forwards');
  return {
    ...(source.$case === 'stream' ? fromStreamSource(source.value) : { stream: undefined, from: fromAllSource(source.value) }),
    backwards,
    resolveLinks: options.resolveLinks,
    count: extent.$case === 'count' ? extent.value : undefined,
    filter: filter && fromFilterOptions(filter),
    uuidForm: options.uuidOption?.content?.$case ?? 'string',
  };
}

function fromStreamSource({ streamIdentifier, from }: StreamSource): { stream: string; from: ReadFrom } {
  const stream = fromStreamIdentifier(streamIdentifier);
  return { stream, from: from?.$case === 'revision' ? toReadFrom(from.value) : (from?.$case ?? 'start') };
}

function fromAllSource({ from }: AllSource): ReadFrom {
  if (from?.$case !== 'position') return from?.$case ?? 'start';
  const { commitPosition, preparePosition } = from.value;
  if (commitPosition < preparePosition) throw invalidArgumentFailure('the commit position is below the prepare position');
  return toReadFrom(commitPosition);
}

function toReadFrom(value: bigint): ReadFrom {
  if (value === endPosition) return 'end';
  if (value > lastPosition) throw invalidArgumentFailure('the position is out of range');
  return value;
}

function fromFilterOptions({ subject, window, checkpointIntervalMultiplier }: FilterOptions): ReadFilter {
  return {
    subject: subject?.$case === 'streamIdentifier' ? 'stream' : 'type',
    regex: subject?.value.regex ?? '',
    prefixes: subject?.value.prefix ?? [],
    window: window?.$case === 'max' ? window.value : undefined,
    checkpointIntervalMultiplier,
  };
}
