export type Step = string | number;

/** Called with each field of a JSON value and the way to it, which is only good until the call returns; `false` ends the walk. */
export type Visit = (field: unknown, name: Step, way: readonly Step[]) => boolean;

/** Visits every field of a JSON value, parents first. A body of 1 MiB holds half a million of them, so nothing is made for one. */
export function walk(value: unknown, visit: Visit): void {
  walkInside(value, [], visit);
}

function walkInside(value: unknown, way: Step[], visit: Visit): boolean {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) if (!step(value[index], index, way, visit)) return false;
  } else if (typeof value === 'object' && value !== null) {
    for (const name of Object.keys(value)) if (!step((value as Record<string, unknown>)[name], name, way, visit)) return false;
  }
  return true;
}

function step(field: unknown, name: Step, way: Step[], visit: Visit): boolean {
  way.push(name);
  const goesOn = visit(field, name, way) && (typeof field !== 'object' || walkInside(field, way, visit));
  way.pop();
  return goesOn;
}
