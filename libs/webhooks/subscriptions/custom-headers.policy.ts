/** Headers that a client wants beside ours, by name. The values may be secret. */
export type CustomHeaders = Readonly<Record<string, string>>;

export const mostHeaders = 10;
export const longestHeaderName = 64;
export const longestHeaderValue = 1_024;
export const longestHeaders = 4_096;

/** A token of RFC 9110. */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** ASCII without control characters: CR, LF and NUL would end the header, and other bytes mean something else to each receiver. */
const headerValue = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** Ours, those of the connection (RFC 9110, section 7.6.1), and those that say how the body is to be read. */
const reservedNames = new Set([
  'host',
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'expect',
  'accept-encoding',
  'user-agent',
]);
const reservedPrefixes = ['webhook-', 'x-service-', 'content-', 'proxy-'];

const isReserved = (name: string): boolean => reservedNames.has(name) || reservedPrefixes.some((prefix) => name.startsWith(prefix));

/** What is wrong with the headers, null when nothing is. Says names that are well-formed, never a value. */
export function customHeadersProblem(headers: unknown): string | null {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return 'must be an object of names and values';
  const entries = Object.entries(headers as Record<string, unknown>);
  if (entries.length > mostHeaders) return `must be ${mostHeaders} headers at most`;
  const seen = new Set<string>();
  let length = 0;
  for (const [name, value] of entries) {
    if (name.length > longestHeaderName || !headerName.test(name)) {
      return `must have names of 1 to ${longestHeaderName} letters, digits and !#$%&'*+.^_\`|~-`;
    }
    const folded = name.toLowerCase();
    if (isReserved(folded)) return `must not set ${name}`;
    if (seen.has(folded)) return `must not set ${name} twice`;
    seen.add(folded);
    if (typeof value !== 'string' || value.length > longestHeaderValue || !headerValue.test(value)) {
      return `must have as value of ${name} 1 to ${longestHeaderValue} ASCII characters, none a control character, the first and last no space`;
    }
    length += name.length + value.length;
  }
  return length > longestHeaders ? `must have ${longestHeaders} characters at most in all` : null;
}

/** Shorter ones are found in any text. */
const shortestSecret = 8;
const mask = '********';

/** The text without the values of the headers, which an endpoint may have answered with; values of fewer than 8 characters stay. */
export function maskHeaderValues(text: string, headers: CustomHeaders): string {
  const forms = Object.values(headers)
    .filter(({ length }) => length >= shortestSecret)
    .flatMap((value) => [value, JSON.stringify(value).slice(1, -1)]);
  return forms.sort((a, b) => b.length - a.length).reduce((masked, form) => masked.replaceAll(form, mask), text);
}
