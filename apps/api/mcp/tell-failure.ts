import type { CallToolResult } from '@modelcontextprotocol/server';
import { cleanOutsideText } from '@pps/kernel';
import type { Failure } from '@pps/runtime';
import { docUrlOf } from '../http/doc-url';

/** How much is told of each field of a failure. */
const longestValue = 600;
const mostFaults = 10;

/**
 * A failure as an assistant reads it: as text only, as older clients show nothing of a result whose structured part misses its schema. Values are JSON
 * texts in one line each, so that nothing that was given can look like a line of ours.
 */
export function tellFailure(failure: Failure, requestId: string, publicUrl: string): CallToolResult {
  const { code, message, remediation, context, errors = [] } = failure;
  const faults = errors.slice(0, mostFaults).map(({ loc, msg, given, type }) => {
    const field = loc.slice(1).join('.') || String(loc[0]);
    return `fault: ${inOneLine(`${field}: ${msg}${given === undefined || type === 'missing' ? '' : `; given: ${given}`}`)}`;
  });
  const lines = [
    `error: ${code}`,
    `message: ${inOneLine(message)}`,
    ...faults,
    `remedy: ${remediation}`,
    ...Object.entries(context).map(([name, value]) => `${name}: ${inOneLine(value)}`),
    `doc_url: ${docUrlOf(publicUrl, code)}`,
    `request_id: ${requestId}`,
  ];
  return { isError: true, content: [{ type: 'text', text: lines.join('\n') }] };
}

const inOneLine = (value: unknown): string =>
  JSON.stringify(typeof value === 'string' ? cleanOutsideText(value, longestValue) : (value ?? null)).slice(0, longestValue * 2);
