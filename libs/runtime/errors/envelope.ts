import type { Failure } from './failure';

/** The service's own representation of a failure; `detail` repeats the message for clients of older versions. */
export function envelopeOf(failure: Failure, requestId: string): Record<string, unknown> {
  const { code, message, remediation, context, errors } = failure;
  return { error: { ...context, code, message, remediation, request_id: requestId, ...(errors && { errors }) }, detail: message };
}

/** The same facts as RFC 9457 problem details; `instance` is the path that was asked for. */
export function problemOf(failure: Failure, requestId: string, instance: string): Record<string, unknown> {
  const { status, code, title, message, remediation, context, errors } = failure;
  const standard = { type: `urn:problem-type:${code}`, title, status, detail: message, instance };
  return { ...context, ...standard, code, message, remediation, request_id: requestId, ...(errors && { errors }) };
}

/** Whether an `Accept` header names `application/problem+json` and does not like plain JSON better. */
export function prefersProblem(accept: string | undefined): boolean {
  const problem = qualityOf('application/problem+json', accept);
  return problem > 0 && problem >= qualityOf('application/json', accept);
}

function qualityOf(type: string, accept = ''): number {
  for (const part of accept.slice(0, 1_000).toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim());
    if (name !== type) continue;
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return quality ? Number(quality.slice(2)) || 0 : 1;
  }
  return 0;
}
