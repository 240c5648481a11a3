import { createHash, randomBytes } from 'node:crypto';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const none = /^0+$/;

/** The trace of everything with this correlation id: the 128 bits of a uuid, of any other text the first of its SHA-256; 32 hex digits. */
export function traceIdOf(correlationId: string): string {
  const bits = uuid.test(correlationId) ? correlationId.replaceAll('-', '').toLowerCase() : '';
  return bits === '' || none.test(bits) ? hexOf(correlationId, 32) : bits;
}

/** The span that a trace begins with, so that another process can name it as the parent of its own; 16 hex digits. */
export const rootSpanIdOf = (traceId: string): string => hexOf(`root ${traceId}`, 16);

/** The id of any other span. */
export const newSpanId = (): string => randomBytes(8).toString('hex');

const hexOf = (text: string, digits: number): string => createHash('sha256').update(text).digest('hex').slice(0, digits);
