import { useEffect } from 'react';
import { ancestorsOf, focusNear } from '../shown/focus-near';

/** Keeps the keyboard on the page: where what had it is gone, it goes near to that; where it only was disabled for a while, back to it. */
export const useFocusReturn = (): void => useEffect(returnFocus, []);

function returnFocus(): () => void {
  let last: HTMLElement | null = null;
  let ancestors: readonly Element[] = [];
  const take = ({ target }: Event): void => {
    if (!(target instanceof HTMLElement)) return;
    last = target;
    ancestors = ancestorsOf(target);
  };
  // Who clicks beside everything wants nothing to have it.
  const leave = ({ target }: Event): void => {
    if (target instanceof Node && !last?.contains(target)) last = null;
  };
  const look = (): void => {
    if (last === null || (document.activeElement !== null && document.activeElement !== document.body)) return;
    if (!last.isConnected) focusNear(ancestors);
    else if (!last.matches(':disabled')) last.focus({ preventScroll: true });
  };
  const changes = new MutationObserver(look);
  document.addEventListener('focusin', take);
  document.addEventListener('pointerdown', leave);
  changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', take);
    document.removeEventListener('pointerdown', leave);
    changes.disconnect();
  };
}
