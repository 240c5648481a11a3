const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

export function htmlEscaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities.get(character) ?? character);
}

export function htmlPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${htmlEscaped(title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}img{max-width:8rem;max-height:8rem}
td,th{padding:.25rem .75rem .25rem 0;text-align:left;vertical-align:top}label{display:block;margin:.5rem 0}</style>
<h1>${htmlEscaped(title)}</h1>${body}</html>`;
}

export function hiddenFields(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${htmlEscaped(name)}" value="${htmlEscaped(value)}">`)
    .join('');
}
