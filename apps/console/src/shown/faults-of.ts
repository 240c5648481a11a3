import { ApiError } from 'pin-publishing';

/** What is wrong with each field of a form, by its name; what is wrong with none of `known` is not in it. */
export function faultsOf(failure: unknown, known: readonly string[]): Readonly<Record<string, string | undefined>> {
  if (!(failure instanceof ApiError)) return {};
  const faults = failure.fields.map(({ loc, msg }) => [String(loc[1] ?? ''), msg] as const);
  return Object.fromEntries(faults.filter(([name]) => known.includes(name)).reverse());
}

/** Whether all of a failure stands beside fields of the form. */
export const standsBesideFields = (failure: unknown, known: readonly string[]): boolean =>
  failure instanceof ApiError && failure.fields.length > 0 && failure.fields.every(({ loc }) => known.includes(String(loc[1] ?? '')));
