/** Something that does not belong to the rest of a copy, in one line. */
export interface BackupFinding {
  readonly part: 'read models' | 'vault' | 'keys';
  readonly line: string;
}
