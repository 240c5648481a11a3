/** An operation as the served document has it. */
export interface WalkedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Names of its parameters, in the order of the document. */
  readonly pathNames: readonly string[];
  readonly queryNames: readonly string[];
  readonly takesHeaders: boolean;
  readonly takesBody: boolean;
  readonly takesFile: boolean;
  /** Those of its success, and whether what it answers is a file and no JSON. */
  readonly statuses: readonly number[];
  readonly answersFile: boolean;
}

/** What is sent; a file stands in the body as a `File`. */
export interface OperationInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
  /** Those that the document names; credentials come beside them. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ClientAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** A client made of the document; throws where it cannot make anything of the answer. */
export type GeneratedClient = (
  operation: WalkedOperation,
  input: OperationInput,
  credentials: Readonly<Record<string, string>>,
) => Promise<ClientAnswer>;

/** A call of the walk, to be written as a line that the compiler checks. */
export interface TypedCall {
  readonly operation: WalkedOperation;
  /** What it was answered with. */
  readonly status: number;
  /** TypeScript of each part of the input, undefined where there is none. */
  readonly path: string | undefined;
  readonly query: string | undefined;
  readonly body: string | undefined;
  readonly headers: string | undefined;
}

/** A tool that makes clients, and how its clients are called. */
export interface ClientGenerator {
  readonly name: string;
  /** With their versions, the generator's first. */
  readonly packages: Readonly<Record<string, string>>;
  /** What lies beside `openapi.json`. */
  readonly files: Readonly<Record<string, string>>;
  /** Programs of the packages with their arguments, one after the other. */
  readonly programs: readonly (readonly [program: string, ...args: string[]])[];
  /** What is compiled, beside the lines of the walk. */
  readonly entries: readonly string[];
  /** `load` requires a compiled module, or a package of the folder. */
  open(load: (module: string) => unknown, baseUrl: string): GeneratedClient;
  /** Imports that the lines need. */
  readonly preamble: string;
  /** TypeScript of the call. */
  lineOf(call: TypedCall): string;
  /** TypeScript of the type of what it answers, of a call named `call`. */
  answerTypeOf(status: number): string;
  /** TypeScript of a file that is sent. */
  readonly file: string;
}
