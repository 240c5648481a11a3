/** An auto-reset event: remembers at most one wake-up until it is waited for, so that none between two waits is missed. */
export interface WakeUp {
  wake(): void;
  wait(): Promise<void>;
}

export function createWakeUp(): WakeUp {
  let woken = false;
  let resolveWait: (() => void) | undefined;
  return {
    wake() {
      woken = true;
      resolveWait?.();
      resolveWait = undefined;
    },
    async wait() {
      if (!woken) await new Promise<void>((resolve) => (resolveWait = resolve));
      woken = false;
    },
  };
}
