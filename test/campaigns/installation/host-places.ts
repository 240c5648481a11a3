import { findFreePort } from '@pps/embedded';
import type { HostName } from '../../operations/separate-processes/separate-processes';
import type { Release } from '../upgrade/release';
import { startHost, type RunningHost } from './running-host';

/** Where a host runs, one process after the other. */
export interface HostPlace {
  readonly name: string;
  readonly host: HostName;
  /** Of an API. */
  readonly port: number | null;
  /** Of which release the process there is. */
  release(): string;
  /** Whether it has started, and an API is ready. */
  isUp(): Promise<boolean>;
  /** Starts one there, and waits until it is up. */
  start(release: Release): Promise<void>;
  /** Asks the one there to end and starts another; gives what was wrong with how it ended. */
  replace(release: Release): Promise<string | null>;
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Kills it, as it were by accident; resolves when it has ended. */
  kill(): Promise<void>;
  /** Kills it; none takes its place until somebody starts one. */
  halt(): Promise<void>;
}

export interface HostPlaces {
  readonly all: readonly HostPlace[];
  /** What hosts logged of level `error` or worse, or wrote past their logger, the first thousand. */
  readonly complaints: readonly string[];
  /** Processes that ended although nobody had asked them to, or had killed them. */
  readonly ends: readonly string[];
  /** What was wrong with ends that were asked for. */
  readonly wrongEnds: readonly string[];
  stop(): Promise<void>;
}

export interface HostPlacesOptions {
  readonly copies: number;
  /** Of all. */
  readonly env: Readonly<Record<string, string>>;
  /** Beside it of one place. */
  readonly envOf?: (name: string) => Readonly<Record<string, string>>;
  /** Starts another where one has ended, as an orchestrator of containers does. */
  readonly keepsUp?: boolean;
  /** The network that a place is in, and its port where it is an API's; absent: ours, any free one. */
  readonly networkOf?: (name: string) => PlaceInNetwork;
}

export interface PlaceInNetwork {
  readonly networkNamespace: string;
  readonly apiPort: number;
}

const hosts: readonly HostName[] = ['projector', 'worker', 'orchestrator', 'api'];
const mostNotes = 1_000;

/** Places for so many of each host. */
export async function openHostPlaces(options: HostPlacesOptions): Promise<HostPlaces> {
  const [complaints, ends, wrongEnds]: [string[], string[], string[]] = [[], [], []];
  const note = (list: string[]) => (line: string) => void (list.length < mostNotes && list.push(line));
  const notes = { complain: note(complaints), noteEnd: note(ends), noteWrongEnd: note(wrongEnds) };
  const named = hosts.flatMap((host) => Array.from({ length: options.copies }, (_, index) => ({ host, name: `${host}-${index + 1}` })));
  const places = await Promise.all(named.map(({ host, name }) => placeOf(host, name, options, notes)));
  return {
    all: places,
    complaints,
    ends,
    wrongEnds,
    stop: async () => void (await Promise.all(places.map((place) => place.stop()))),
  };
}

interface Notes {
  complain(line: string): void;
  noteEnd(line: string): void;
  noteWrongEnd(line: string): void;
}

const againAfterMs = 500;

async function placeOf(
  host: HostName,
  name: string,
  { env, envOf = () => ({}), keepsUp = false, networkOf }: HostPlacesOptions,
  { complain, noteEnd, noteWrongEnd }: Notes,
): Promise<HostPlace & { stop(): Promise<void> }> {
  const network = networkOf?.(name);
  const port = host === 'api' ? (network?.apiPort ?? (await findFreePort())) : null;
  const own = port === null ? {} : { PORT: String(port) };
  let current: { readonly running: RunningHost; readonly release: Release } | undefined;
  /** The process that may not end. */
  let wanted: RunningHost | undefined;
  let killed: RunningHost | undefined;
  const begin = (release: Release): RunningHost => {
    const label = `${name} (${release.name})`;
    const [entry, all] = [release.entryOf(host), { ...env, ...own, ...envOf(name) }];
    const running = startHost({ label, entry, env: all, port, networkNamespace: network?.networkNamespace, complain });
    current = { running, release };
    wanted = running;
    void running.child.ended.then(({ code, signal }) => {
      if (wanted !== running) return;
      if (killed !== running) noteEnd(`${label} ended with ${code ?? signal}`);
      if (keepsUp) setTimeout(() => void (wanted === running && begin(release)), againAfterMs);
    });
    return running;
  };
  const present = () => {
    if (!current) throw new Error(`${name} was never started`);
    return current;
  };
  return {
    name,
    host,
    port,
    release: () => present().release.name,
    isUp: () => present().running.isUp(),
    start: (release) => begin(release).whenUp(),
    replace: async (release) => {
      const { running, release: before } = present();
      wanted = undefined;
      const { code, signal } = await running.end();
      await begin(release).whenUp();
      if (code === 0) return null;
      const wrong = `${name} (${before.name}) ended with ${code ?? signal} when it was asked to`;
      noteWrongEnd(wrong);
      return wrong;
    },
    signal: (signal) => present().running.child.kill(signal),
    kill: async () => {
      killed = current?.running;
      killed?.child.kill('SIGKILL');
      await killed?.child.ended;
    },
    halt: async () => {
      wanted = undefined;
      current?.running.child.kill('SIGKILL');
      await current?.running.child.ended;
    },
    stop: async () => {
      wanted = undefined;
      current?.running.child.kill('SIGCONT');
      await current?.running.end();
    },
  };
}
