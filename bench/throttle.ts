const periodMs = 40;

/** Lets a process run for a part of the time only (0 to 1), as if it had so much of one core; ends with `stop`, after which it runs freely. */
export function throttle(pids: readonly number[], part: number): { stop(): void } {
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of pids) {
      try {
        process.kill(pid, name);
      } catch {
        // It has ended.
      }
    }
  };
  let resume: NodeJS.Timeout | undefined;
  const freeze = setInterval(() => {
    signal('SIGSTOP');
    resume = setTimeout(() => signal('SIGCONT'), periodMs * (1 - part));
  }, periodMs);
  const stop = () => {
    clearInterval(freeze);
    clearTimeout(resume);
    signal('SIGCONT');
  };
  return { stop };
}
