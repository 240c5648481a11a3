import { decodeStreamIdentifier } from './write-options.codec';
import { invalidArgument } from './failures';
import type { UuidForm } from './uuid.codec';
import { WireReader } from './wire-reader';

/** Where a read or subscription begins; a number is a stream revision or a `$all` commit position. */
export type ReadFrom = bigint | 'start' | 'end';

export interface FilterOptions {
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
  readonly filter: FilterOptions | undefined;
  readonly uuidForm: UuidForm;
}

const endPosition = 18446744073709551615n;
const lastPosition = 9223372036854775807n;

/** Reads the options of Streams/Read. Throws GrpcFailure INVALID_ARGUMENT when they name nothing to read. */
export function decodeReadRequest(bytes: Buffer): ReadRequest {
  const request = new WireReader(bytes);
  let options: Buffer | undefined;
  while (request.next()) {
    if (request.field === 1) options = request.message();
    else request.skip();
  }
  if (!options) throw invalidArgument('read options are missing');
  const reader = new WireReader(options);
  let source: { stream: string | undefined; from: ReadFrom } | undefined;
  let backwards = false;
  let resolveLinks = false;
  let count: bigint | undefined;
  let subscription = false;
  let filter: FilterOptions | undefined;
  let uuidForm: UuidForm = 'string';
  while (reader.next()) {
    if (reader.field === 1) source = decodeStreamSource(reader.message());
    else if (reader.field === 2) source = { stream: undefined, from: decodeAllSource(reader.message()) };
    else if (reader.field === 3) backwards = reader.flag();
    else if (reader.field === 4) resolveLinks = reader.flag();
    else if (reader.field === 5) count = reader.unsigned();
    else if (reader.field === 6) subscription = reader.message().length >= 0;
    else if (reader.field === 7) filter = decodeFilter(reader.message());
    else if (reader.field === 9) uuidForm = decodeUuidForm(reader.message());
    else reader.skip();
  }
  if (!source) throw invalidArgument('neither a stream nor $all is named');
  if (subscription === (count !== undefined)) throw invalidArgument('either a count or a subscription is needed');
  if (subscription && backwards) throw invalidArgument('subscriptions run forwards');
  return { ...source, backwards, resolveLinks, count, filter, uuidForm };
}

function decodeStreamSource(bytes: Buffer): { stream: string; from: ReadFrom } {
  const reader = new WireReader(bytes);
  let stream = '';
  let from: ReadFrom = 'start';
  while (reader.next()) {
    if (reader.field === 1) stream = decodeStreamIdentifier(reader.message());
    else if (reader.field === 2) from = toFrom(reader.unsigned());
    else if (reader.field === 3 || reader.field === 4) {
      from = reader.field === 3 ? 'start' : 'end';
      reader.skip();
    } else reader.skip();
  }
  return { stream, from };
}

function decodeAllSource(bytes: Buffer): ReadFrom {
  const reader = new WireReader(bytes);
  let from: ReadFrom = 'start';
  while (reader.next()) {
    if (reader.field === 1) from = decodePosition(reader.message());
    else if (reader.field === 2 || reader.field === 3) {
      from = reader.field === 2 ? 'start' : 'end';
      reader.skip();
    } else reader.skip();
  }
  return from;
}

function decodePosition(bytes: Buffer): ReadFrom {
  const reader = new WireReader(bytes);
  let commit = 0n;
  let prepare = 0n;
  while (reader.next()) {
    if (reader.field === 1) commit = reader.unsigned();
    else if (reader.field === 2) prepare = reader.unsigned();
    else reader.skip();
  }
  if (commit < prepare) throw invalidArgument('the commit position is below the prepare position');
  return toFrom(commit);
}

function toFrom(value: bigint): ReadFrom {
  if (value === endPosition) return 'end';
  if (value > lastPosition) throw invalidArgument('the position is out of range');
  return value;
}

function decodeUuidForm(bytes: Buffer): UuidForm {
  const reader = new WireReader(bytes);
  return reader.next() && reader.field === 1 ? 'structured' : 'string';
}

function decodeFilter(bytes: Buffer): FilterOptions {
  const reader = new WireReader(bytes);
  let subject: FilterOptions['subject'] = 'type';
  let expression: { regex: string; prefixes: string[] } = { regex: '', prefixes: [] };
  let window: number | undefined;
  let checkpointIntervalMultiplier = 1;
  while (reader.next()) {
    if (reader.field === 1 || reader.field === 2) {
      subject = reader.field === 1 ? 'stream' : 'type';
      expression = decodeExpression(reader.message());
    } else if (reader.field === 3) window = reader.small();
    else if (reader.field === 5) checkpointIntervalMultiplier = reader.small();
    else reader.skip();
  }
  return { subject, ...expression, window, checkpointIntervalMultiplier };
}

function decodeExpression(bytes: Buffer): { regex: string; prefixes: string[] } {
  const reader = new WireReader(bytes);
  let regex = '';
  const prefixes: string[] = [];
  while (reader.next()) {
    if (reader.field === 1) regex = reader.text();
    else if (reader.field === 2) prefixes.push(reader.text());
    else reader.skip();
  }
  return { regex, prefixes };
}
