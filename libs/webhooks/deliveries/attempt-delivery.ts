import { NotPermitted, openEndpoint, type EndpointConnection } from '../targets/endpoint.client';
import { lookUpHost } from '../targets/look-up-host';
import { resolveAllowedAddresses, targetUrl, Unreachable, type Resolve, type TargetPolicy } from '../targets/target-url';

export interface Attempt {
  readonly url: string;
  readonly policy: TargetPolicy;
  readonly projectId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isPermitted: () => Promise<boolean>;
  /** Of attempts at the same endpoint before, one after another; one of its own where it is absent. */
  readonly connection?: EndpointConnection;
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
}

export type AttemptResult =
  | { readonly kind: 'answered'; readonly statusCode: number; readonly retryAfter: string | undefined; readonly responseBody: string }
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'not permitted' };

const attemptTimeoutMs = 15_000;

/** Makes one delivery attempt of at most 15 s. Errors of the endpoint are results; what `isPermitted` throws is thrown. */
export async function attemptDelivery(attempt: Attempt): Promise<AttemptResult> {
  const { signal, release } = timeLimit(attempt.timeoutMs ?? attemptTimeoutMs);
  const own: { failure?: unknown } = {};
  const connection = attempt.connection ?? openEndpoint();
  const isPermitted = () =>
    attempt.isPermitted().catch((error: unknown) => {
      own.failure = error;
      throw error;
    });
  try {
    const target = targetUrl(attempt.url, attempt.policy);
    if ('problem' in target) throw new Unreachable();
    const addresses = await resolveAllowedAddresses(target.url, attempt.policy, attempt.projectId, attempt.resolve ?? lookUpHost);
    const { headers, body } = attempt;
    const answer = await connection.call({ url: target.url, addresses, headers, body, signal, isPermitted });
    return { kind: 'answered', statusCode: answer.statusCode, retryAfter: answer.retryAfter, responseBody: answer.body };
  } catch (error) {
    if (own.failure !== undefined) throw own.failure;
    if (error instanceof NotPermitted) return { kind: 'not permitted' };
    return { kind: 'failed', error: signal.aborted ? 'The endpoint did not answer in time' : describeFailure(error) };
  } finally {
    release();
    if (!attempt.connection) connection.close();
  }
}

/** Unlike `AbortSignal.timeout` it ends with the call: otherwise every call would abort after 15 s what has long been answered. */
function timeLimit(ms: number): { readonly signal: AbortSignal; readonly release: () => void } {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), ms);
  return { signal: ending.signal, release: () => clearTimeout(timer) };
}

const describeFailure = (error: unknown): string =>
  error instanceof Unreachable ? error.message : 'The connection broke before the endpoint answered';
