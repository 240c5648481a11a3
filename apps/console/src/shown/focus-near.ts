/** What a thing stands in, from the inside out. */
export function ancestorsOf(element: Element | null): readonly Element[] {
  const found: Element[] = [];
  for (let each = element?.parentElement ?? null; each !== null; each = each.parentElement) found.push(each);
  return found;
}

const places = 'dialog[open], section, [role="region"]';

/** Gives the keyboard to the nearest part of the page that is left of what something stood in, or else to the heading of the page. */
export function focusNear(ancestors: readonly Element[]): void {
  const near = ancestors.find((each) => each.isConnected && each.matches(places));
  const place = near ?? document.querySelector('main h1') ?? document.querySelector('main');
  if (!(place instanceof HTMLElement)) return;
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}
