import { ApiError, ConnectionError } from 'pin-publishing';
import { CommandFailed } from '../command-failed';
import { exitCodes } from '../exit-codes';
import { cleanJson } from './clean-text';
import { say } from './say';

/** Says on standard error why a command failed, and gives its exit code. */
export function showFailure(error: unknown, { json }: { readonly json: boolean }): number {
  const exitCode = exitCodeOf(error);
  if (json) {
    process.stderr.write(`${cleanJson({ error: shownError(error), exit_code: exitCode })}\n`);
    return exitCode;
  }
  say(messageOf(error), 'red');
  if (error instanceof ApiError) {
    for (const { loc, msg } of error.fields) say(`  ${loc.join('.')}: ${msg}`);
    if (error.remediation) say(`What to do: ${error.remediation}`);
    const scope = error.context['required_scope'];
    if (typeof scope === 'string') say(`The key lacks the scope ${scope}.`);
    if (error.requestId) say(`Request ${error.requestId}: pps explain ${error.requestId}`, 'faint');
  }
  return exitCode;
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommandFailed) return error.exitCode;
  if (error instanceof ApiError) return exitCodeOfStatus(error.status);
  if (error instanceof ConnectionError) return exitCodes.unreachable;
  if (error instanceof Error && error.name === 'AbortError') return exitCodes.interrupted;
  // What the SDK refuses before it sends anything.
  if (error instanceof TypeError || error instanceof RangeError) return exitCodes.usage;
  return exitCodes.refused;
}

function exitCodeOfStatus(status: number): number {
  if (status === 401 || status === 403) return exitCodes.credential;
  if (status === 404) return exitCodes.notFound;
  if (status === 402 || status === 429) return exitCodes.limit;
  return status >= 500 ? exitCodes.unreachable : exitCodes.refused;
}

const messageOf = (error: unknown): string => {
  if (error instanceof ApiError) return `${error.code}: ${error.message}`;
  return error instanceof Error ? error.message : 'the command failed';
};

function shownError(error: unknown): object {
  if (error instanceof ApiError) {
    const { code, message, status, remediation, requestId, fields, context } = error;
    return { code, message, status, remediation, request_id: requestId, fields, ...context };
  }
  return { message: messageOf(error) };
}
