/**
 * How many letters have to be inserted, left out, replaced or swapped with their neighbors to make one text of the other; null for more than `most`. The
 * work is bounded by `most` times the shorter text.
 */
export function editsBetween(one: string, other: string, most: number): number | null {
  if (Math.abs(one.length - other.length) > most) return null;
  const beyond = most + 1;
  const empty = new Array<number>(other.length + 1).fill(beyond);
  let [last, before] = [empty, empty.map((_, column) => Math.min(column, beyond))];
  const at = (row: readonly number[], column: number): number => row[column] ?? beyond;
  for (let row = 1; row <= one.length; row += 1) {
    const edits = [...empty];
    edits[0] = Math.min(row, beyond);
    for (let column = Math.max(1, row - most); column <= Math.min(other.length, row + most); column += 1) {
      const replaced = at(before, column - 1) + (one[row - 1] === other[column - 1] ? 0 : 1);
      const isSwapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const swapped = isSwapped ? at(last, column - 2) + 1 : beyond;
      edits[column] = Math.min(replaced, swapped, at(before, column) + 1, at(edits, column - 1) + 1);
    }
    [last, before] = [before, edits];
  }
  const edits = at(before, other.length);
  return edits > most ? null : edits;
}
