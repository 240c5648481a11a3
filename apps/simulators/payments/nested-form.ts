export type NestedForm = { readonly [name: string]: string | NestedForm };

/** Fields as Stripe's clients write them, `items[0][price]=…`, as objects; deeper than eight levels is left out. */
export function nestedForm(flat: Readonly<Record<string, unknown>>): NestedForm {
  const root: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(flat)) {
    if (typeof value !== 'string') continue;
    const path = [...name.matchAll(/([^[\]]+)/g)].map(([, part]) => part ?? '');
    if (path.length === 0 || path.length > 8) continue;
    put(root, path, value);
  }
  return root as NestedForm;
}

function put(into: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const inner = into[name];
  const next =
    typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : (Object.create(null) as Record<string, unknown>);
  into[name] = next;
  put(next, rest, value);
}

/** The text under a path of names; empty when there is none. */
export function textAt(form: NestedForm, ...path: readonly string[]): string {
  let found: string | NestedForm | undefined = form;
  for (const name of path) found = typeof found === 'object' ? found[name] : undefined;
  return typeof found === 'string' ? found : '';
}

/** The texts of a list, `name[0]`, `name[1]` …; also of the form `name[]`. */
export function textsAt(form: NestedForm, name: string): readonly string[] {
  const list = form[name];
  if (list === undefined) return [];
  return typeof list === 'string' ? [list] : Object.values(list).filter((each): each is string => typeof each === 'string');
}
