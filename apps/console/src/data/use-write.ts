import { useCallback, useRef, useState } from 'react';
import { withSession } from '../session/with-session';

export interface Write<Given extends readonly unknown[]> {
  /** True where it was done; of two at once the second does nothing. */
  run(...given: Given): Promise<boolean>;
  readonly isBusy: boolean;
  /** Why it was not done; undefined where it was, or was not tried. */
  readonly failure: unknown;
  clear(): void;
}

/** Does something at the service, once at a time. */
export function useWrite<Given extends readonly unknown[]>(act: (...given: Given) => PromiseLike<unknown>): Write<Given> {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const running = useRef(false);
  const clear = useCallback(() => setFailure(undefined), []);
  const run = async (...given: Given): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      await withSession(() => act(...given));
      return true;
    } catch (error) {
      setFailure(error);
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { run, isBusy, failure, clear };
}
