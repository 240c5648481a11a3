import type { Pps, PpsOutcome, StartedPps } from '../../cli/bundled-pps';
import { eventually } from '../../setup/eventually';
import type { Arrival } from './judge-arrivals';

export interface RestartedListener {
  /** Starts it, again where it was killed. */
  start(): void;
  /** SIGKILL, whatever it is doing; resolves once it has gone. */
  kill(): Promise<void>;
  send(signal: NodeJS.Signals): void;
  isLive(): Promise<true>;
  /** What all of its lives printed whole, in order. */
  printed(): readonly Arrival[];
  /** What its present life says on standard error. */
  says(): string;
  ended(): Promise<PpsOutcome>;
  /** What those lives said that ended although nobody asked for it. */
  gaveUp(): readonly string[];
}

interface Shown {
  readonly event: Arrival;
}

/** `pps listen` with one name, over all of its lives. */
export function restartedListener(pps: Pps, args: readonly string[], settings: Readonly<Record<string, string>>): RestartedListener {
  const [before, gaveUp]: [string[], string[]] = [[], []];
  let current: StartedPps | undefined;
  const running = (): StartedPps => {
    if (!current) throw new Error('it was not started');
    return current;
  };
  const start = (): void => {
    current = pps.start(['listen', '--json', ...args], settings);
    void current.ended.then(({ code, err }) => {
      if (code !== 'SIGKILL') gaveUp.push(`ended with ${code}: ${err.slice(-500)}`);
    });
  };
  const kill = async (): Promise<void> => {
    running().send('SIGKILL');
    await running().ended;
    before.push(running().out);
    current = undefined;
  };
  return {
    ...{ start, kill, gaveUp: () => gaveUp },
    send: (signal) => running().send(signal),
    isLive: () => eventually('live', async () => running().err.includes('\nlive\n') || undefined),
    says: () => running().err,
    printed: () => [...before, current?.out ?? ''].flatMap(wholeLines).map((line) => idAndSequence(JSON.parse(line) as Shown)),
    ended: () => running().ended,
  };
}

/** Who is killed may leave half a line. */
const wholeLines = (out: string): readonly string[] => out.split('\n').slice(0, -1);

const idAndSequence = ({ event: { id, sequence } }: Shown): Arrival => ({ id, sequence });
