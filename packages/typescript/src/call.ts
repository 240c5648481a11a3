import type { BuiltRequest } from './build-request';
import { headroomOf, rateLimitsOf, type Headroom, type RateLimit } from './headroom';
import { readAnswer } from './read-answer';
import { sendRequest, type Sent } from './send-request';

/** An answer with what stands around it. */
export interface Answered<Data> {
  readonly data: Data;
  readonly status: number;
  readonly headers: Headers;
  readonly requestId: string | null;
  readonly headroom: Headroom | null;
  readonly rateLimits: readonly RateLimit[];
  /** Whether the service had carried out the same request before. */
  readonly isReplay: boolean;
  /** How often it was sent. */
  readonly attempts: number;
}

/** A call that is on its way: `await` gives what it answers. */
export interface Call<Data> extends Promise<Data> {
  /** The answer with status, headers, request id and headroom. */
  withResponse(): Promise<Answered<Data>>;
  /** The raw answer of a success, its body unread. To be asked for in the same breath as the call. */
  asResponse(): Promise<Response>;
}

/** Starts a call; `shape` makes its data of what was read and of the raw answer. */
export function startCall<Data>(request: BuiltRequest, shape: (data: unknown, response: Response) => Data): Call<Data> {
  let isRaw = false;
  // A turn later, so that whoever wants the raw answer has said so.
  const sent: Promise<Sent<unknown>> = Promise.resolve().then(() =>
    isRaw
      ? sendRequest(request, (_, attempt) => Promise.resolve(attempt.untime()), true)
      : sendRequest(request, (response, attempt) => readAnswer(response, request.operation, attempt)),
  );
  const shaped = sent.then(({ data, response, attempts }) => answered(shape(data, response), response, attempts));
  const call = shaped.then(({ data }) => data);
  const unheard = (): void => void call.catch(() => undefined);
  return Object.assign(call, {
    withResponse() {
      unheard();
      return shaped;
    },
    async asResponse() {
      isRaw = true;
      unheard();
      return (await sent).response;
    },
  });
}

function answered<Data>(data: Data, { status, headers }: Response, attempts: number): Answered<Data> {
  return {
    ...{ data, status, headers, attempts },
    requestId: headers.get('x-request-id'),
    headroom: headroomOf(headers),
    rateLimits: rateLimitsOf(headers),
    isReplay: headers.get('idempotent-replayed') === 'true',
  };
}
