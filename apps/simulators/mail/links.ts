/** Every web address of a mail once, in order: those of the HTML's `href` first, then those that stand in the text. */
export function linksIn(text: string, html: string): readonly string[] {
  const hrefs = [...html.matchAll(/href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map(([, double, single]) =>
    unescapeHtml(double ?? single ?? ''),
  );
  const bare = [...text.matchAll(/https?:\/\/[^\s<>"')\]]+/gi)].map(([address]) => address.replace(/[.,;:!?]+$/, ''));
  return [...new Set([...hrefs, ...bare])].filter((address) => /^https?:\/\//i.test(address));
}

function unescapeHtml(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
