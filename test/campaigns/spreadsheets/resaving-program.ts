/** A file that a program is to read, and where it is to save it. */
export interface SavedFile {
  readonly from: string;
  readonly to: string;
}

/** A program that reads a CSV and saves it again as CSV. */
export interface ResavingProgram {
  readonly name: string;
  readonly version: string;
  /** `advice`: as `docs/imports.md` tells; `typed`: by another switch that people use. */
  readonly way: 'defaults' | 'advice' | 'typed';
  /** One file after the other; where it cannot read one it leaves nothing behind. */
  save(files: readonly SavedFile[]): Promise<void>;
}
