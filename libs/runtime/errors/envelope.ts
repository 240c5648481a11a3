import type { Failure } from './failure';

/** The service's own representation of a failure; the message, of an invalid input its first fault, also stands in `detail`, which clients of older versions show. */
export function envelopeOf(failure: Failure, requestId: string): Record<string, unknown> {
  const { code, remediation, context, errors } = failure;
  const message = messageOf(failure);
  return { error: { ...context, code, message, remediation, request_id: requestId, ...(errors && { errors }) }, detail: message };
}

/** The same facts as RFC 9457 problem details; `instance` is the path that was asked for. */
export function problemOf(failure: Failure, requestId: string, instance: string): Record<string, unknown> {
  const { status, code, title, remediation, context, errors } = failure;
  const message = messageOf(failure);
  const standard = { type: `urn:problem-type:${code}`, title, status, detail: message, instance };
  return { ...context, ...standard, code, message, remediation, request_id: requestId, ...(errors && { errors }) };
}

function messageOf({ message, errors = [] }: Failure): string {
  const [first, ...others] = errors;
  if (!first) return message;
  const field = first.loc.slice(1).join('.');
  const fault = first.msg.startsWith(`${first.loc.at(-1)} `) ? first.msg.slice(`${first.loc.at(-1)} `.length) : first.msg;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${field === '' ? first.loc[0] : field}: ${fault}${more}`;
}

/** Whether an `Accept` header names `application/problem+json` and likes it better than plain JSON. */
export function prefersProblem(accept: string | undefined): boolean {
  return qualityOf('application/problem+json', accept) > qualityOf('application/json', accept);
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
