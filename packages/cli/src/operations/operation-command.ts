/** A command that is one operation of the service, as the generated tables have it. */
export interface OperationCommand {
  readonly name: string;
  /** Where the SDK has it: `client.pins.create`. */
  readonly resource: string;
  readonly method: string;
  readonly about: string;
  readonly scope: string | null;
  readonly path: readonly string[];
  readonly taken: 'body' | 'query' | 'file' | 'nothing';
  readonly flags: readonly OperationFlag[];
  readonly answer: 'json' | 'empty' | 'text' | 'bytes' | 'lines' | 'events' | 'list';
  /** Whether it answers something that goes on by itself, so that it can be watched. */
  readonly settles?: boolean;
  /** Whether the service checks the same without doing it. */
  readonly validates?: boolean;
}

export interface OperationFlag {
  readonly field: string;
  readonly kind: 'text' | 'texts' | 'moment' | 'integer' | 'number' | 'boolean' | 'json';
  readonly words?: readonly string[];
  readonly required?: boolean;
  readonly nullable?: boolean;
  readonly about: string;
}
