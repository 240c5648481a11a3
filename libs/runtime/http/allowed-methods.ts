interface KnownRoute {
  readonly method: string;
  readonly matches: RegExp;
}

export interface AllowedMethods {
  add(methods: string | readonly string[], pattern: string): void;
  of(path: string): readonly string[];
}

/** Remembers which methods each route pattern answers, to distinguish a wrong method on a known path from an unknown path. */
export function allowedMethods(): AllowedMethods {
  const routes: KnownRoute[] = [];
  return {
    add(methods, pattern) {
      for (const method of [methods].flat()) routes.push({ method, matches: expressionOf(pattern) });
    },
    of(path) {
      const methods = new Set(routes.filter(({ matches }) => matches.test(path)).map(({ method }) => method));
      return methods.size === 0 ? [] : [...methods.add('OPTIONS')].sort();
    },
  };
}

function expressionOf(pattern: string): RegExp {
  const source = pattern
    .split(/(:[A-Za-z0-9_]+|\*)/)
    .map((part) => (part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')))
    .join('');
  return new RegExp(`^${source}$`);
}
