/** A try in progress: moves on its own end when something has come. */
export interface Try {
  readonly signal: AbortSignal;
  /** Starts its time anew, with some more. */
  extend(moreMs?: number): void;
  /** Lets it take as long as it wants. */
  untime(): void;
  end(): void;
}
