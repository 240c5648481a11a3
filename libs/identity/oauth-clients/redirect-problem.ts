const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);
const longestUri = 1_000;
// A browser runs or shows these itself, or they lead out of the program's hands.
const refusedSchemes: ReadonlySet<string> = new Set([
  ...['javascript:', 'vbscript:', 'data:', 'blob:', 'about:', 'file:', 'filesystem:', 'view-source:'],
  ...['ws:', 'wss:', 'ftp:', 'mailto:', 'tel:', 'sms:'],
]);

/** What is wrong with an address that a code would be sent to; null: nothing. https, http on the person's own machine, or a scheme of the program's own. */
export function redirectProblem(uri: string): string | null {
  if (uri.length > longestUri) return `A redirect URI has at most ${longestUri} characters`;
  if (!/^[\x21-\x7e]+$/.test(uri) || /[\\<>"'`{}|^]/.test(uri) || !URL.canParse(uri)) return 'A redirect URI is an absolute URI in ASCII';
  const { protocol, hostname, username, password } = new URL(uri);
  if (uri.includes('#')) return 'A redirect URI has no fragment';
  if (username !== '' || password !== '') return 'A redirect URI holds no credentials';
  if (refusedSchemes.has(protocol)) return `A redirect URI must not begin with ${protocol}`;
  if (protocol === 'http:' && !loopbackHosts.has(hostname))
    return 'A redirect URI with http leads to the own machine: 127.0.0.1, [::1] or localhost';
  return null;
}

/** Whether a code may go to an address: it is one of those that the program named, character by character; on the person's own machine the port is free. */
export const isRedirectOf = (uris: readonly string[], asked: string): boolean => {
  if (redirectProblem(asked) !== null) return false;
  return uris.some((uri) => uri === asked || (isOwnMachine(uri) && withoutPort(uri) === withoutPort(asked)));
};

/** Whether an address is of the person's own machine. */
export function isOwnMachine(uri: string): boolean {
  const { protocol, hostname } = new URL(uri);
  return protocol === 'http:' && loopbackHosts.has(hostname);
}

/** Scheme and host as they were written, without the port behind them. */
const withoutPort = (uri: string): string => uri.replace(/^(http:\/\/(?:\[[^\]]*\]|[^/:?]*))(?::\d{1,5})?(?=[/?]|$)/, '$1');

/** What a page may say about where a code goes: the host, or the scheme of a program on this machine. */
export function redirectTarget(uri: string): string {
  const { protocol, host } = new URL(uri);
  if (isOwnMachine(uri)) return 'a program on this machine';
  return protocol === 'https:' ? host : `the program that opens ${protocol} on this machine`;
}
