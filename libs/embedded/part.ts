import type { Child } from './child';

/** A running server process and where it listens. */
export interface Part extends Child {
  readonly url: string;
  readonly port: number;
}
