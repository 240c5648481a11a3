import type { FieldError } from '@pps/kernel';

/** What every error answer is made of, whatever its representation. */
export interface Failure {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly message: string;
  readonly remediation: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly errors?: readonly FieldError[];
}
