const plainKey = /^[A-Za-z_$][\w$-]*$/;
/** Words that some readers of YAML take for a boolean, null or a number. */
const otherMeaning = /^(true|false|null|yes|no|on|off|y|n|nan|inf)$/i;

/**
 * A JSON value as YAML 1.2: a line for each field, every text quoted as in JSON. Libraries for YAML take a second for the description of the
 * interface, during which nothing else is answered; this takes milliseconds.
 */
export function writeYaml(value: unknown): string {
  const lines: string[] = [];
  writeInto(lines, value, '', '');
  return `${lines.join('\n')}\n`;
}

/** Writes a value whose first line begins with `lead`, and whose others are indented. */
function writeInto(lines: string[], value: unknown, lead: string, indent: string): void {
  const items = itemsOf(value);
  if (items === null || items.length === 0)
    lines.push(joined(lead, items === null ? JSON.stringify(value) : Array.isArray(value) ? '[]' : '{}'));
  else if (Array.isArray(value)) {
    if (lead !== '') lines.push(lead);
    for (const [, item] of items) writeItem(lines, item, indent);
  } else {
    if (lead !== '') lines.push(lead);
    for (const [key, item] of items) writeInto(lines, item, `${indent}${key}:`, `${indent}  `);
  }
}

/** An item of a list: its fields stand below its dash. */
function writeItem(lines: string[], item: unknown, indent: string): void {
  const begin = lines.length;
  writeInto(lines, item, '', `${indent}  `);
  const [first = ''] = lines.slice(begin, begin + 1);
  lines[begin] = `${indent}- ${first.trimStart()}`;
}

const joined = (lead: string, text: string): string => (lead === '' ? text : `${lead} ${text}`);

/** Fields or items; null for what has none. */
function itemsOf(value: unknown): readonly (readonly [key: string, value: unknown])[] | null {
  if (typeof value !== 'object' || value === null) return null;
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Array.isArray(value) ? fields : fields.map(([key, inner]) => [keyText(key), inner] as const);
}

const keyText = (key: string): string => (plainKey.test(key) && !otherMeaning.test(key) ? key : JSON.stringify(key));
