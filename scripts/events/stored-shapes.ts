import type { Sample } from '@pps/event-store/testing';
import { createHash } from 'node:crypto';

/** One line per sample that was ever committed: fact type, schema version, SHA-256 of its data. */
export const storedShapesFile = 'scripts/events/stored-shapes.txt';

/** Throws, saying what to do, when a sample that was committed is no longer there as it was. */
export function checkStoredShapes(stored: string, samples: readonly Sample[]): void {
  const present = new Set(samples.map(shapeLine));
  const [lost] = linesOf(stored).filter((line) => !present.has(line));
  if (lost === undefined) return;
  const [type, version] = lost.split(' ');
  throw new Error(
    `A sample of ${type} version ${version} was changed or removed, but the log holds facts of that shape for ever. ` +
      'Put it back as it was. For a new optional field add another sample; for any other change add a new version: ' +
      "raise the type's version in the stream's `facts` with an upcaster, keep the old sample among the older ones of `streamSamples`, and add one of the new shape.",
  );
}

/** The file's new content: what is stored, and a line for each new sample. Throws like `checkStoredShapes`. */
export function withNewShapes(stored: string, samples: readonly Sample[]): string {
  checkStoredShapes(stored, samples);
  return [...new Set([...linesOf(stored), ...samples.map(shapeLine)])].sort().join('\n') + '\n';
}

const linesOf = (stored: string): readonly string[] => stored.split('\n').filter((line) => line !== '');

const shapeLine = ({ version, fact }: Sample): string =>
  `${fact.type} ${version} ${createHash('sha256').update(JSON.stringify(fact.data, sortedKeys)).digest('hex')}`;

function sortedKeys(_: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
