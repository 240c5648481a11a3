const markup: unique symbol = Symbol('markup');

/** HTML that may be sent as it is; `html` makes it, and what a renderer of Markdown has escaped. */
export interface SafeHtml {
  readonly [markup]: string;
}

type Shown = SafeHtml | string | number | null | false | readonly Shown[];

/** A template whose values are escaped, unless they are HTML themselves; null and false show nothing, lists all they hold. */
export function html(literals: TemplateStringsArray, ...values: readonly Shown[]): SafeHtml {
  const parts = literals.map((literal, n) => literal + (n < values.length ? shown(values[n] ?? null) : ''));
  return { [markup]: parts.join('') };
}

/** What a renderer made of Markdown, without any HTML of its writer. */
export const renderedHtml = (text: string): SafeHtml => ({ [markup]: text });

/** The text to send. */
export const textOf = (content: SafeHtml): string => content[markup];

/** What a form carries along unseen. */
export const hiddenField = (name: string, value: string): SafeHtml => html`<input type="hidden" name="${name}" value="${value}" />`;

function shown(value: Shown): string {
  if (value === null || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  return markup in value ? value[markup] : value.map(shown).join('');
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities.get(character) ?? '');
