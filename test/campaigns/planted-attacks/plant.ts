/** A guard that is taken out of a copy of the service, and the attack whose test must then fail. */
export interface Plant {
  /** A row of the threats in docs/connector.md, by its first words. */
  readonly threat: string;
  /** What the copy does without: the plant's name. */
  readonly without: string;
  readonly file: string;
  /** Stands in the file once. */
  readonly from: string;
  readonly to: string;
  readonly spec: string;
  /** The name of the test, or a part of it, as it is written in the spec. */
  readonly test: string;
}

export type PlantRow = readonly [without: string, file: string, from: string, to: string, test: string];

/** Plants against one threat whose tests are in one file. */
export const plantsOf = (threat: string, spec: string, rows: readonly PlantRow[]): readonly Plant[] =>
  rows.map(([without, file, from, to, test]) => ({ threat, without, file, from, to, spec, test }));

/** A file's text with the guard taken out. Throws where what is to be replaced is not there once. */
export function plantIn(text: string, { without, file, from, to }: Pick<Plant, 'without' | 'file' | 'from' | 'to'>): string {
  const times = text.split(from).length - 1;
  if (times !== 1) throw new Error(`${file} has what "${without}" replaces ${times} times: ${from}`);
  return text.replace(from, () => to);
}
