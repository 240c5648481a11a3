import type { RecordedFact } from '@pps/event-store';

// What the fields of a fact take beside its data, and what a value takes beside its characters.
const bytesOfFact = 800;
const bytesOfValue = 16;

/**
 * About how many bytes of memory facts take, counted until it is `most`: within a factor of two or so, and fast enough to be asked of every fact. Sealed
 * data is not opened for it, and counts twice, as it lies beside what is opened of it.
 */
export function approximateBytes(facts: readonly RecordedFact[], most: number): number {
  let bytes = 0;
  for (const fact of facts) {
    if (bytes >= most) break;
    const isSealed = fact.storedData !== undefined;
    bytes += bytesOfFact + (isSealed ? 2 * bytesOfJson(fact.storedData, most) : bytesOfJson(fact.data, most));
  }
  return bytes;
}

function bytesOfJson(json: unknown, most: number): number {
  let bytes = 0;
  const values = [json];
  while (values.length > 0 && bytes < most) {
    const value = values.pop();
    bytes += typeof value === 'string' ? bytesOfValue + value.length : bytesOfValue;
    if (typeof value === 'object' && value !== null) for (const name in value) values.push((value as Record<string, unknown>)[name]);
  }
  return bytes;
}
