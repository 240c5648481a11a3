import { callEndpoint, NoLongerPermitted } from '../targets/call-endpoint';
import { allowedAddresses, targetUrl, Unreachable, type Resolve, type TargetPolicy } from '../targets/webhook-targets';

export interface Attempt {
  readonly url: string;
  readonly policy: TargetPolicy;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly permitted: () => Promise<boolean>;
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
}

export type AttemptResult =
  | { readonly kind: 'answered'; readonly statusCode: number; readonly retryAfter: string | undefined; readonly responseBody: string }
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'not permitted' };

const wholeTimeoutMs = 15_000;

/** One attempt, at most 15 s long. What the endpoint does never throws; what our own side does (`permitted`) passes through. */
export async function attemptDelivery(attempt: Attempt): Promise<AttemptResult> {
  const signal = AbortSignal.timeout(attempt.timeoutMs ?? wholeTimeoutMs);
  const own: { failure?: unknown } = {};
  const permitted = () =>
    attempt.permitted().catch((error: unknown) => {
      own.failure = error;
      throw error;
    });
  try {
    const target = targetUrl(attempt.url, attempt.policy);
    if ('problem' in target) throw new Unreachable();
    const addresses = await allowedAddresses(target.url, attempt.policy, attempt.resolve);
    const { headers, body } = attempt;
    const answer = await callEndpoint({ url: target.url, addresses, headers, body, signal, permitted });
    return { kind: 'answered', statusCode: answer.statusCode, retryAfter: answer.retryAfter, responseBody: answer.body };
  } catch (error) {
    if (own.failure !== undefined) throw own.failure;
    if (error instanceof NoLongerPermitted) return { kind: 'not permitted' };
    return { kind: 'failed', error: signal.aborted ? 'The endpoint did not answer in time' : wordsFor(error) };
  }
}

const wordsFor = (error: unknown): string =>
  error instanceof Unreachable ? error.message : 'The connection broke before the endpoint answered';
