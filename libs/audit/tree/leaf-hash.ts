import type { RecordedFact } from '@pps/event-store';
import { hash } from 'node:crypto';
import { canonicalJson } from './canonical-json';

/** The fields of a fact that its leaf covers, as the log stores them: nothing that changes when the log is copied to another store. */
export type ProvedFact = Pick<RecordedFact, 'id' | 'stream' | 'revision' | 'type' | 'data' | 'storedData' | 'metadata'>;

/** The canonical text that a fact's leaf hashes. */
export const canonicalFact = ({ id, stream, revision, type, data, storedData = data, metadata }: ProvedFact): string =>
  canonicalJson({ data: storedData === undefined ? null : storedData, event_id: id, metadata, revision, stream, type });

/** The leaf hash of RFC 9162 of a fact: SHA-256 over a zero byte and the canonical text in UTF-8; 32 bytes. */
export const leafHashOf = (fact: ProvedFact): Buffer => hash('sha256', `\0${canonicalFact(fact)}`, 'buffer');
