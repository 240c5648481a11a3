import { ApiError, ConnectionError } from 'pin-publishing';

interface FailureProps {
  readonly error: unknown;
  /** What was tried, as `The pins could not be read`. */
  readonly what: string;
  readonly onRetry?: (() => void) | undefined;
}

/** Says that something failed, why, what to do, and which id to report; never that there is nothing. */
export function Failure({ error, what, onRetry }: FailureProps) {
  const refusal = error instanceof ApiError ? error : null;
  return (
    <div className="failure" role="alert">
      <p>
        <strong>{what}.</strong> {refusal ? refusal.message : reasonOf(error, onRetry === undefined)}
      </p>
      {refusal !== null && refusal.remediation !== null && <p>{refusal.remediation}</p>}
      {refusal !== null && refusal.requestId !== null && (
        <p className="quiet">
          Request <code>{refusal.requestId}</code> · <code>{refusal.code}</code>
          {refusal.docUrl !== null && (
            <>
              {' · '}
              <a href={refusal.docUrl}>About this code</a>
            </>
          )}
        </p>
      )}
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** What was only read is asked for again without looking. */
function reasonOf(error: unknown, isWrite: boolean): string {
  if (isWrite && error instanceof ConnectionError && error.maybeDone)
    return 'The service did not answer; look whether it was done before you repeat it.';
  if (error instanceof ConnectionError) return 'The service cannot be reached.';
  return error instanceof Error ? error.message : String(error);
}
