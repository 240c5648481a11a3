import type { RecordedFact } from '@pps/event-store';
import { canonicalize } from 'json-canonicalize';
import { hash } from 'node:crypto';

/** The fields of a fact that its leaf covers, as the log stores them: nothing that changes when the log is copied to another store. */
export type ProvedFact = Pick<RecordedFact, 'id' | 'stream' | 'revision' | 'type' | 'data' | 'storedData' | 'metadata'>;

/**
 * The RFC 8785 text that a fact's leaf hashes. Half of a surrogate pair, which RFC 8785 leaves undefined, is written as `\uXXXX` in lower-case hex, as
 * `JSON.stringify` does.
 */
export const canonicalFact = ({ id, stream, revision, type, data, storedData = data, metadata }: ProvedFact): string =>
  canonicalize({ data: storedData === undefined ? null : storedData, event_id: id, metadata, revision, stream, type });

/** The leaf hash of RFC 9162 of a fact: SHA-256 over a zero byte and the canonical text in UTF-8; 32 bytes. */
export const leafHashOf = (fact: ProvedFact): Buffer => hash('sha256', `\0${canonicalFact(fact)}`, 'buffer');
