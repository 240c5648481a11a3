import { ApiError, errorName, UnreadableAnswerError } from './errors';
import * as errorClasses from './generated/error-classes';
import { withDates } from './moments';
import type { Operation } from './operation';
import type { Try } from './try';

/** What a success says, as its operation answers: JSON, text or bytes; undefined where it has nothing to say. */
export async function readAnswer(response: Response, { traits }: Operation, attempt: Pick<Try, 'extend'>): Promise<unknown> {
  if (traits.includes('b')) {
    const pieces: Uint8Array[] = [];
    for await (const piece of readPieces(response, attempt)) pieces.push(piece);
    return new Uint8Array(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer());
  }
  const text = await response.text();
  if (traits.includes('t')) return text;
  // `o`: nobody knows what a route without a method answers.
  if (text === '') {
    if (response.status === 204 || /[eo]/.test(traits)) return undefined;
    throw new UnreadableAnswerError(response.status);
  }
  return withDates(parseJson(text, response.status));
}

/** The pieces of a body as they come; each gives the try its time anew. */
export async function* readPieces({ body }: Response, { extend }: Pick<Try, 'extend'>): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      extend();
      if (done) return;
      yield value;
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}

/** The value of a JSON text; throws `UnreadableAnswerError` where it is none. */
export function parseJson(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableAnswerError(status);
  }
}

/** The error of an answer that is no success, whatever stands in it. */
export async function readRefusal(response: Response): Promise<ApiError> {
  const { status, headers } = response;
  const text = await response.text().catch(() => '');
  const error = errorIn(text);
  const name = errorName(error.code);
  const Known = Object.hasOwn(errorClasses, name) ? errorClasses[name as keyof typeof errorClasses] : ApiError;
  return new Known(status, error, headers);
}

/** The error of the envelope, or of problem details. */
function errorIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const body = JSON.parse(text) as { readonly error?: unknown; readonly code?: unknown } | null;
    if (isObject(body?.error)) return body.error;
    return isObject(body) && typeof body.code === 'string' ? body : {};
  } catch {
    return {};
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
