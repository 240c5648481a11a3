import { editsBetween } from './edits-between';

/** Whoever writes longer ones has not mistyped one of ours. */
const longestName = 64;

/** The known name that a given one was probably meant for; null where none is like it. The case of letters, and - for _, do not matter. */
export function suggestName(given: unknown, known: readonly unknown[]): string | null {
  if (typeof given !== 'string' || given === '' || given.length > longestName) return null;
  const asked = comparable(given);
  let best: { readonly name: string; readonly edits: number } | null = null;
  for (const name of known) {
    if (typeof name !== 'string' || name === given) continue;
    const edits = editsBetween(asked, comparable(name), asked.length <= 4 ? 1 : 2);
    if (edits !== null && (best === null || edits < best.edits)) best = { name, edits };
  }
  return best?.name ?? null;
}

/** What is added to a message: the name that was probably meant. */
export const suggestion = (given: unknown, known: readonly unknown[]): string => {
  const name = suggestName(given, known);
  return name === null ? '' : `; did you mean ${name}?`;
};

const comparable = (name: string): string => name.toLowerCase().replaceAll('-', '_');
