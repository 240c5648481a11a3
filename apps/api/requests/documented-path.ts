/** A route's path as `/openapi.json` has it: with `{name}` for what varies. */
export const documentedPath = (pattern: string): string => pattern.replace(/:(\w+)/g, '{$1}');
