import { setTimeout as delay } from 'node:timers/promises';
import { startNodeProgram, type Child, type ChildEnd } from '@pps/embedded';

export interface RunningHost {
  readonly child: Child;
  isUp(): Promise<boolean>;
  /** Resolves when it is up; throws when it ends before, or takes too long. */
  whenUp(): Promise<void>;
  /** Asks it to end, and kills it where it does not. */
  end(): Promise<ChildEnd>;
}

export interface StartedHost {
  /** What its complaints begin with. */
  readonly label: string;
  readonly entry: string;
  readonly env: Readonly<Record<string, string>>;
  /** Of an API. */
  readonly port: number | null;
  /** Absent: ours. */
  readonly networkNamespace?: string | undefined;
  complain(line: string): void;
}

const startsWithinMs = 120_000;
const endsWithinMs = 45_000;

/** Starts a host, with `LOG_LEVEL` info at least, and hears what it logs. */
export function startHost({ label, entry, env, port, networkNamespace, complain }: StartedHost): RunningHost {
  let [hasStarted, hasEnded] = [false, false];
  const last: string[] = [];
  const hear = (line: string) => {
    hasStarted ||= line.includes('"msg":"started"');
    const complaint = complaintIn(line);
    if (complaint === null) return;
    complain(`${label}: ${complaint}`);
    last.push(complaint);
    if (last.length > 5) last.shift();
  };
  const child = startNodeProgram({ entry, env: { PATH: process.env.PATH, ...env }, stdout: hear, stderr: hear, networkNamespace });
  void child.ended.then(() => (hasEnded = true));
  const isUp = async () => !hasEnded && (port === null ? hasStarted : isReady(port));
  return {
    child,
    isUp,
    whenUp: async () => {
      const deadline = performance.now() + startsWithinMs;
      while (!(await isUp())) {
        const why = hasEnded ? 'ended while it started' : performance.now() > deadline ? 'is not ready' : null;
        if (why) throw new Error([`${label} ${why}`, ...last].join('\n'));
        await delay(50);
      }
    },
    end: async () => {
      await child.stop(endsWithinMs);
      return child.ended;
    },
  };
}

/** Whether an API on this port says that it is. */
export const isReady = async (port: number): Promise<boolean> => {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  await answer?.arrayBuffer().catch(() => undefined);
  return answer?.status === 200;
};

/** Lines of the logger are JSON; whatever else a host writes comes from where nobody looked. */
function complaintIn(line: string): string | null {
  if (line.trim() === '') return null;
  try {
    const { level } = JSON.parse(line) as { level?: string };
    return level === 'error' || level === 'fatal' ? line : null;
  } catch {
    return line;
  }
}
