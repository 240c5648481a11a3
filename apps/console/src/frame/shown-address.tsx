import { createContext, useContext, useDeferredValue, useEffect, type ReactNode } from 'react';
import { Router, type BaseLocationHook } from 'wouter';
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location';
import { consoleRoot } from '../session/console-root';
import { CrashNotice } from '../shown/crash-notice';
import { forgetFailedLoads, listenToFailedLoads } from './load-page';

const Shown = createContext({ path: '', search: '' });

/** A page that is being left, while the next is loaded, changes the address no more: a text that was typed there would bring it back. */
const useShownPath: BaseLocationHook = () => {
  const { path } = useContext(Shown);
  const go: typeof navigate = (to, options) => {
    if (!options?.replace || location.pathname === path) navigate(to, options);
  };
  return [path, go];
};
const useShownSearch = (): string => useContext(Shown).search;

/**
 * Gives pages the address that they are shown under. While another page is loaded that is not yet the window's: the one that stays keeps its filters and its
 * moment. Where the other cannot be loaded the window goes back to it.
 */
export function ShownAddress({ children }: { readonly children: ReactNode }) {
  const [path, search] = [usePathname(), useSearch()];
  const address = useDeferredValue(`${path}${search}`);
  const at = address.indexOf('?');
  const shownPath = at < 0 ? address : address.slice(0, at);
  // Within a page it follows at once: what is typed into a filter stands in the address.
  const shownSearch = shownPath === path ? search : address.slice(shownPath.length);
  useEffect(
    () =>
      listenToFailedLoads(() => {
        if (location.pathname !== shownPath) navigate(`${shownPath}${shownSearch}`, { replace: true });
      }),
    [shownPath, shownSearch],
  );
  useEffect(() => forgetFailedLoads(), [path]);
  return (
    <Shown.Provider value={{ path: shownPath, search: shownSearch }}>
      <Router base={consoleRoot} hook={useShownPath} searchHook={useShownSearch}>
        <CrashNotice key={shownPath} isFramed>
          {children}
        </CrashNotice>
      </Router>
    </Shown.Provider>
  );
}
