/** Something that does not belong to the rest, in one line. */
export interface Finding {
  readonly part: 'log' | 'read models' | 'vault' | 'keys';
  readonly line: string;
}
