import { useCallback, useEffect, useRef, useState } from 'react';
import { withSession } from '../session/with-session';
import { NoVerdictError, type Found, type Progress } from './verify-in-worker';

export type Verification<Result extends Found> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly progress: Progress | null }
  | { readonly kind: 'found'; readonly found: Result }
  | { readonly kind: 'no_verdict'; readonly reason: string }
  /** The service did not give what it takes. */
  | { readonly kind: 'failed'; readonly error: unknown };

interface Following {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** One verification at a time: beginning another, stopping it or leaving the page ends it. */
export function useVerification<Result extends Found = Found>() {
  const [state, setState] = useState<Verification<Result>>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = useCallback((verify: (following: Following) => Promise<Result>): void => {
    running.current?.abort();
    const ending = (running.current = new AbortController());
    const say = (next: Verification<Result>): void => void (ending.signal.aborted || setState(next));
    say({ kind: 'running', progress: null });
    const following = { signal: ending.signal, onProgress: (progress: Progress) => say({ kind: 'running', progress }) };
    void withSession(() => verify(following)).then(
      (found) => say({ kind: 'found', found }),
      (error: unknown) => say(error instanceof NoVerdictError ? { kind: 'no_verdict', reason: error.message } : { kind: 'failed', error }),
    );
  }, []);
  const stop = useCallback((): void => {
    running.current?.abort();
    setState({ kind: 'idle' });
  }, []);
  return { state, start, stop };
}
