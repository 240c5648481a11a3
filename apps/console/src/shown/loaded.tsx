import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from './failure';

interface LoadedProps<Data> {
  readonly reading: UseQueryResult<Data, unknown>;
  /** What is read, as `The pins`. */
  readonly what: string;
  /** What stands in its place while it is on its way, for the eyes. */
  readonly room?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** What was read, or that it is on its way, or why it could not be: of what was read before, it says that it is older. */
export function Loaded<Data>({ reading, what, room, children }: LoadedProps<Data>) {
  const { data, error, isPending, refetch } = reading;
  const retry = (): void => void refetch();
  if (data === undefined && error !== null) return <Failure error={error} what={`${what} could not be read`} onRetry={retry} />;
  if (isPending || data === undefined)
    return (
      <>
        <p className={room === undefined ? 'waiting' : 'unseen'} role="status">
          {what}: loading …
        </p>
        {room}
      </>
    );
  return (
    <>
      {error !== null && <Failure error={error} what={`${what} could not be read again: what is below is older`} onRetry={retry} />}
      {children(data)}
    </>
  );
}
