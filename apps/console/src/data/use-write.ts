import { useCallback, useEffect, useRef, useState } from 'react';
import { withSession } from '../session/with-session';

export interface Write<Given extends readonly unknown[]> {
  /** True where it was done; of two at once the second does nothing. */
  run(...given: Given): Promise<boolean>;
  readonly isBusy: boolean;
  /** Why it was not done; undefined where it was, or was not tried. */
  readonly failure: unknown;
  clear(): void;
}

/** Does something at the service, once at a time; what is to follow does so only while the one who asked for it is still shown. */
export function useWrite<Given extends readonly unknown[], Answer>(
  act: (...given: Given) => PromiseLike<Answer>,
  onDone?: (answer: Answer) => void,
): Write<Given> {
  return useSteps((...given: Given) => withSession(() => act(...given)), onDone);
}

/** The same for an act of several calls, each of which asks for the session itself: none of them is repeated for the sake of another. */
export function useSteps<Given extends readonly unknown[], Answer>(
  act: (...given: Given) => PromiseLike<Answer>,
  onDone?: (answer: Answer) => void,
): Write<Given> {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const running = useRef(false);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const clear = useCallback(() => setFailure(undefined), []);
  const run = async (...given: Given): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      const answer = await act(...given);
      if (isShown.current) onDone?.(answer);
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
