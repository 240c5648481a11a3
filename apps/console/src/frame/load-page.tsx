import { use, useSyncExternalStore, type ComponentType } from 'react';

interface FailedLoads {
  readonly count: number;
  /** The last one is told of until somebody has read it, or a page is loaded again. */
  readonly isTold: boolean;
}

let loads: FailedLoads = { count: 0, isTold: false };
let forgotten: readonly (() => void)[] = [];
const listeners = new Set<() => void>();

function setLoads(next: FailedLoads): void {
  loads = next;
  for (const listener of listeners) listener();
}

const listen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether a page could not be loaded: it is gone since a newer console was installed, or the network is. */
export const useFailedLoads = (): FailedLoads => useSyncExternalStore(listen, () => loads);

/** Calls the listener with each page that could not be loaded. */
export function listenToFailedLoads(onFail: () => void): () => void {
  let seen = loads.count;
  return listen(() => {
    if (loads.count === seen) return;
    seen = loads.count;
    onFail();
  });
}

/** Takes the notice away. */
export const hideFailedLoad = (): void => setLoads({ ...loads, isTold: false });

/** What could not be loaded is tried again when it is next wanted. */
export function forgetFailedLoads(): void {
  for (const forget of forgotten) forget();
  forgotten = [];
}

export type LoadedPage<Props> = ComponentType<Props> & {
  /** Begins to load it where that was not begun. */
  load(): void;
};

/** A page that is loaded when it is first opened. While one is not there, the page before stays, with what was typed there. */
export function loadPage<Name extends string, Props extends object>(
  name: Name,
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
): LoadedPage<Props> {
  let loading: Promise<ComponentType<Props>> | null = null;
  const forget = (): void => void (loading = null);
  const begin = async (): Promise<ComponentType<Props>> => {
    const wanted = location.pathname;
    try {
      const page = (await load())[name];
      if (loads.isTold) hideFailedLoad();
      return page;
    } catch {
      forgotten = [...forgotten, forget];
      // Who has gone elsewhere meanwhile does not want it any more.
      if (location.pathname === wanted) setLoads({ count: loads.count + 1, isTold: true });
      else forgetFailedLoads();
      return new Promise<never>(() => undefined);
    }
  };
  const loaded = (): Promise<ComponentType<Props>> => (loading ??= begin());
  return Object.assign(
    function LoadedPage(props: Props) {
      const Shown = use(loaded());
      return <Shown {...props} />;
    },
    { load: () => void loaded() },
  );
}
