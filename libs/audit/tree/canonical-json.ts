/**
 * The RFC 8785 text of a JSON value; half of a surrogate pair, which RFC 8785 leaves undefined, is written as `\uXXXX` in lower-case hex, as `JSON.stringify` does.
 * What JSON cannot hold: a field that is undefined is left out, an item is null. Throws for a number that is not finite.
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return quote(value);
    case 'number':
      if (!Number.isFinite(value)) throw new RangeError(`JSON holds no ${value}`);
      return String(value);
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? `[${value.map(canonicalItem).join(',')}]` : canonicalObject(value as JsonObject);
    default:
      return String(JSON.stringify(value));
  }
}

type JsonObject = Readonly<Record<string, unknown>>;

const canonicalItem = (item: unknown): string => canonicalJson(item ?? null);

function canonicalObject(value: JsonObject): string {
  let text = '{';
  for (const name of sortedNames(value)) {
    const field = value[name];
    if (field === undefined) continue;
    text += `${text.length > 1 ? ',' : ''}${quote(name)}:${canonicalJson(field)}`;
  }
  return `${text}}`;
}

const fewNames = 24;

/** By UTF-16 code units. Few names are sorted in place: it takes a fraction of the time of `sort`. */
function sortedNames(value: JsonObject): string[] {
  const names = Object.keys(value);
  if (names.length > fewNames) return names.sort();
  for (let end = 1; end < names.length; end++) {
    const name = names[end] ?? '';
    let at = end;
    for (; at > 0 && (names[at - 1] ?? '') > name; at--) names[at] = names[at - 1] ?? '';
    names[at] = name;
  }
  return names;
}

// Everything that `JSON.stringify` escapes.
const escaped = /["\\\u0000-\u001f\ud800-\udfff]/;

const quote = (text: string): string => (escaped.test(text) ? JSON.stringify(text) : `"${text}"`);
