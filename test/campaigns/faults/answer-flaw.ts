import type { Answer } from '../../setup/caller';

const outageCodes = new Set(['service_unavailable', 'platform_unavailable']);

/** What is wrong with an answer during a fault: only 2xx, or a 503 with `Retry-After` and the whole envelope, is clean. Null when nothing is. */
export function answerFlaw(answer: Answer | null): string | null {
  if (answer === null) return 'no answer';
  const { status, headers, body } = answer;
  if (status >= 200 && status < 300) return null;
  if (status !== 503) return `${status} ${JSON.stringify(body)}`;
  const missing = [
    ...(/^[1-9]\d*$/.test(headers.get('retry-after') ?? '') ? [] : ['Retry-After']),
    ...(outageCodes.has(body?.error?.code) ? [] : ['error.code']),
    ...(typeof body?.error?.remediation === 'string' ? [] : ['error.remediation']),
    ...(body?.error?.request_id === headers.get('x-request-id') ? [] : ['error.request_id']),
    ...(typeof body?.detail === 'string' ? [] : ['detail']),
  ];
  return missing.length === 0 ? null : `503 without ${missing.join(', ')}`;
}
