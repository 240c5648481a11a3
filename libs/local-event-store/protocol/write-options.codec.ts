import { assertStreamName } from '../log/stream-name';
import type { ExpectedStreamRevision } from '../write/write-request';
import { invalidArgumentFailure } from './failures';
import type { WriteOptions } from './messages';
import { fromStreamIdentifier } from './stream-identifier.codec';

export interface WriteTarget {
  readonly stream: string;
  readonly expected: ExpectedStreamRevision;
  /** Milliseconds since the Unix epoch; only batch appends carry one. */
  readonly deadline: number | undefined;
}

/** Reads the options that all four writes share. Throws GrpcFailure INVALID_ARGUMENT when they are incomplete. */
export function fromWriteOptions(options: WriteOptions | undefined, now: number): WriteTarget {
  if (!options) throw invalidArgumentFailure('the options are missing');
  const stream = fromStreamIdentifier(options.streamIdentifier);
  const expected = expectedRevisionOf(options);
  assertStreamName(stream);
  return { stream, expected, deadline: deadlineOf(options, now) };
}

function expectedRevisionOf({ expected }: WriteOptions): ExpectedStreamRevision {
  switch (expected?.$case) {
    case 'revision':
      return expected.value;
    case 'noStream':
      return 'no_stream';
    case 'streamExists':
      return 'stream_exists';
    case 'any':
      return 'any';
    case undefined:
      throw invalidArgumentFailure('the expected revision is missing');
  }
}

function deadlineOf({ deadlineOption }: WriteOptions, now: number): number | undefined {
  if (!deadlineOption) return undefined;
  const { seconds, nanos } = deadlineOption.value;
  const ms = Number(seconds) * 1000 + nanos / 1e6;
  return deadlineOption.$case === 'deadline21100' ? ms : now + ms;
}
