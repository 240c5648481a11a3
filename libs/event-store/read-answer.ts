import type { FactMetadata, RecordedFact } from './recorded-fact';
import { WireReader } from './wire-reader';

/** What a read or a subscription was sent: a fact, or null for anything else, an absent stream and a link whose target is gone included. */
export interface ReadAnswer {
  readonly fact: RecordedFact | null;
}

const systemMetadata: FactMetadata = { actor: { type: 'system' }, occurredAt: '1970-01-01T00:00:00.000Z', schemaVersion: 0 };
const nothing: ReadAnswer = { fact: null };
const ticksDigits = 4;

// By hand: the client's own way makes four objects for each field and parses twice, on every process for every fact.
/** Decodes one `ReadResp` of the gRPC interface. Throws for malformed bytes. */
export function decodeReadAnswer(bytes: Buffer): ReadAnswer {
  const answer = new WireReader(bytes);
  while (answer.next()) {
    if (answer.field === 1) return { fact: resolvedFact(answer.message()) };
    answer.skip();
  }
  return nothing;
}

function resolvedFact(resolved: WireReader): RecordedFact | null {
  let event: WireReader | undefined;
  let link: WireReader | undefined;
  let commit: bigint | undefined;
  while (resolved.next()) {
    if (resolved.field === 1) event = resolved.message();
    else if (resolved.field === 2) link = resolved.message();
    else if (resolved.field === 3) commit = resolved.unsigned();
    else resolved.skip();
  }
  const recorded = event ?? link;
  return recorded ? factOf(recorded, commit) : null;
}

function factOf(recorded: WireReader, commit: bigint | undefined): RecordedFact {
  const properties = { type: '<no-event-type-provided>', 'content-type': '', created: '' };
  let [id, stream, revision, position] = ['', '', 0, 0n];
  let metadata: Buffer | undefined;
  let data: Buffer | undefined;
  while (recorded.next()) {
    if (recorded.field === 1) id = textIn(recorded.message(), 2);
    else if (recorded.field === 2) stream = textIn(recorded.message(), 3);
    else if (recorded.field === 3) revision = Number(recorded.unsigned());
    else if (recorded.field === 5) position = recorded.unsigned();
    else if (recorded.field === 6) readProperty(recorded.message(), properties);
    else if (recorded.field === 7) metadata = recorded.content();
    else if (recorded.field === 8) data = recorded.content();
    else recorded.skip();
  }
  const { type, created } = properties;
  const isJson = properties['content-type'] === 'application/json';
  return {
    id,
    stream,
    revision,
    position: commit ?? position,
    type,
    data: isJson ? parsed(data, 'as text') : data,
    metadata: metadata?.length ? (parsed(metadata, 'as bytes') as FactMetadata) : systemMetadata,
    // Ticks of 100 ns, of which the last four digits are less than a millisecond.
    recordedAt: new Date(Number(created.slice(0, -ticksDigits))),
  };
}

function textIn(message: WireReader, field: number): string {
  let text = '';
  while (message.next()) {
    if (message.field === field) text = message.text();
    else message.skip();
  }
  return text;
}

function readProperty(entry: WireReader, properties: Record<'type' | 'content-type' | 'created', string>): void {
  let [key, value] = ['', ''];
  while (entry.next()) {
    if (entry.field === 1) key = entry.text();
    else if (entry.field === 2) value = entry.text();
    else entry.skip();
  }
  if (key === 'type' || key === 'content-type' || key === 'created') properties[key] = value;
}

/** Others may write to the log as well: what is no JSON is given as it is. */
function parsed(content: Buffer | undefined, otherwise: 'as text' | 'as bytes'): unknown {
  const text = content?.toString('utf8') ?? '';
  try {
    return JSON.parse(text);
  } catch {
    return otherwise === 'as text' ? text : content;
  }
}
