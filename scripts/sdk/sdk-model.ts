/**
 * What an emitter needs to know of the interface, in no language's terms: it is read from `packages/openapi.json` by `readModel`, in the order of the
 * document, so that the same document gives the same SDK. Names of resources and methods are in camel case, which every language turns into its own
 * (`snakeCase` is for those that write it so); names of fields and parameters are those of the wire, and stay so in every language.
 */
export interface SdkModel {
  /** The version of the interface. */
  readonly version: string;
  readonly resources: readonly SdkResource[];
  readonly types: readonly SdkNamedType[];
  readonly errors: readonly SdkError[];
}

/** `client.pins`, with what can be done with pins. */
export interface SdkResource {
  readonly name: string;
  readonly operations: readonly SdkOperation[];
}

/**
 * One method: `client.<resource>.<method>(…path, body, query, options)`. What an operation does not have is left out of its arguments. Body and query are
 * one object each. An operation has a query beside a body only with parameters that the body does not have too.
 */
export interface SdkOperation {
  /** The operationId of the document. */
  readonly id: string;
  readonly resource: string;
  readonly method: string;
  readonly verb: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With the names of `pathParameters` in braces: `/v1/pins/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** What the key needs; null where a session or no credential is asked for. */
  readonly scope: string | null;
  readonly credential: 'none' | 'session' | 'any';
  readonly pathParameters: readonly SdkField[];
  readonly query: readonly SdkField[];
  readonly body: SdkBody | null;
  readonly answer: SdkAnswer;
  readonly paging: SdkPaging | null;
  /**
   * `made`: the SDK makes a key before the first try, unless the caller gives one (as an option or as the body's `idempotency_key`), and sends it as
   * `Idempotency-Key` with every try. `given`: sent only where the caller gives it. Null: the operation refuses the header.
   */
  readonly idempotencyKey: 'made' | 'given' | null;
  /** Whether the same call may be sent again when nobody knows what became of it; one with an idempotency key that is made may be. */
  readonly isRepeatable: boolean;
  /** `error.code`s with which it may refuse. */
  readonly errorCodes: readonly string[];
}

export type SdkBody =
  | { readonly kind: 'json'; readonly type: SdkType; readonly required: boolean }
  /** `multipart/form-data` with one file in the named field. */
  | { readonly kind: 'file'; readonly field: string };

export type SdkAnswer =
  /** `mayBeEmpty`: 204 or JSON, as it was asked. */
  | { readonly kind: 'json'; readonly type: SdkType; readonly mayBeEmpty: boolean }
  | { readonly kind: 'empty' }
  /** CSV and its like, to be given as text. */
  | { readonly kind: 'text' }
  /** A picture, a video, an archive. */
  | { readonly kind: 'bytes' }
  /** NDJSON, to be given line by line as it comes. */
  | { readonly kind: 'lines'; readonly type: SdkType }
  /** `text/event-stream`, to be given event by event as it comes. */
  | { readonly kind: 'events' };

/** How to get the next page: with `cursor` wherever an answer names one, else (`offset`) by counting on. */
export interface SdkPaging {
  readonly kind: 'cursor' | 'offset';
  /** The field of the body that has the items; null where the body is the array. */
  readonly items: string | null;
  readonly item: SdkType;
  /** Where the next cursor stands; null of either where there is none, and then the list has ended. */
  readonly next: { readonly field: string } | { readonly header: string } | null;
  /** Where the number of all items stands. */
  readonly total: { readonly field: string } | { readonly header: string } | null;
}

/** One type of the document. */
export interface SdkNamedType {
  readonly name: string;
  /** Of a type that is sent and received, `both`: an emitter writes it as it writes what is sent. */
  readonly use: 'sent' | 'received' | 'both';
  readonly fields: readonly SdkField[];
  /** Whether the interface itself says that further fields come; those of every received object are kept anyway. */
  readonly isOpen: boolean;
}

export interface SdkField {
  /** As on the wire. */
  readonly name: string;
  readonly type: SdkType;
  readonly required: boolean;
  readonly description: string;
}

export type SdkType = SdkShape & { readonly nullable: boolean };

export type SdkShape =
  | { readonly kind: 'string' | 'boolean' | 'integer' | 'number' }
  /** A moment, RFC 3339 on the wire; a date of the language in it. */
  | { readonly kind: 'moment' }
  /** A word of a list that grows: an answer may have others, which are kept as they are. */
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'array'; readonly items: SdkType }
  /** An object whose names are data. */
  | { readonly kind: 'map'; readonly values: SdkType }
  /** Any JSON, never converted. */
  | { readonly kind: 'json' }
  | { readonly kind: 'union'; readonly of: readonly SdkType[] }
  /** One of `types`. */
  | { readonly kind: 'named'; readonly name: string };

/** A code of `error.code`; the class is its name in Pascal case with `Error` behind it (`QuotaExceededError`). */
export interface SdkError {
  readonly code: string;
  readonly className: string;
  readonly status: number;
  readonly message: string;
  readonly remediation: string;
}
