import { commandLineOf, processIdentityOf, parentOf } from '@pps/embedded';

/**
 * Calls back once when the npm that started us is gone: killed with -9 it cannot pass a signal on.
 * Without npm in front nothing is watched, so that a start may outlive its terminal.
 */
export function watchLauncher(env: NodeJS.ProcessEnv, onGone: () => void): void {
  if (env.npm_lifecycle_event === undefined) return;
  const watched = launchers().map((pid) => ({ pid, identity: processIdentityOf(pid) }));
  const timer = setInterval(() => {
    if (watched.every(({ pid, identity }) => processIdentityOf(pid) === identity)) return;
    clearInterval(timer);
    onGone();
  }, 500);
  timer.unref();
}

// npm runs a script by `sh -c`; some shells stay in between, others become us.
function launchers(): number[] {
  const parent = process.ppid;
  const isShell = /^(\S*\/)?(ba|da|z)?sh -c /.test(commandLineOf(parent) ?? '');
  const npm = isShell ? parentOf(parent) : undefined;
  return npm === undefined || npm <= 1 ? [parent] : [parent, npm];
}
