/** The steps to a field: names, and `[]` for each element of a list. `rows[].errorMessage` is `['rows', '[]', 'errorMessage']`. */
export type FieldSteps = readonly string[];

export const stepsOf = (path: string): FieldSteps =>
  path.split('.').flatMap((name) => (name.endsWith('[]') ? [name.slice(0, -2), '[]'] : [name]));

/**
 * The value with every present field on the path replaced; null and absent fields stay as they are, and so does a value of another shape. Parts that do
 * not change are shared with the given value, which is not touched. `replace` is told the place of the field, list indexes included: `rows[3].errorMessage`.
 */
export function replaceField(
  value: unknown,
  steps: FieldSteps,
  replace: (field: unknown, path: string) => unknown,
  at = '',
  step = 0,
): unknown {
  if (value === null || value === undefined) return value;
  const name = steps[step];
  if (name === undefined) return replace(value, at);
  if (name === '[]') {
    if (!Array.isArray(value)) return value;
    let copy: unknown[] | undefined;
    for (const [index, item] of value.entries()) {
      const replaced = replaceField(item, steps, replace, `${at}[${index}]`, step + 1);
      if (replaced !== item) (copy ??= [...(value as unknown[])])[index] = replaced;
    }
    return copy ?? value;
  }
  if (typeof value !== 'object' || !Object.hasOwn(value, name)) return value;
  const field = (value as Record<string, unknown>)[name];
  const replaced = replaceField(field, steps, replace, at === '' ? name : `${at}.${name}`, step + 1);
  return replaced === field ? value : { ...value, [name]: replaced };
}

/** Whether there is such a field on the path, by default any that is not null. */
export function hasField(value: unknown, steps: FieldSteps, isSuch: (field: unknown) => boolean = () => true): boolean {
  let isThere = false;
  replaceField(value, steps, (field) => {
    isThere ||= isSuch(field);
    return field;
  });
  return isThere;
}
