/** Where a start can be looked at. */
export interface StartAddresses {
  readonly apiUrl: string;
  readonly appUrl: string;
  readonly databaseUrl: string;
  /** The file with the password of a database that the start made itself. */
  readonly passwordFile?: string;
  /** Absent where no third party is simulated. */
  readonly simulatorsUrl?: string;
  /** Whether mail goes to the simulators. */
  readonly hasMailbox: boolean;
}

/** What a person sees on the terminal once all runs: where to look, and what to do next. No password is in it. */
export function describeAddresses(addresses: StartAddresses): string {
  const { apiUrl, appUrl, simulatorsUrl, hasMailbox } = addresses;
  const places: readonly (readonly [string, string])[] = [
    ['API', `${apiUrl}, to be tried at /docs`],
    ['manual', `${apiUrl}/docs/manual`],
    ['web app', appUrl],
    ...(simulatorsUrl ? [['platform', `${simulatorsUrl}/platform/`] as const] : []),
    ...(simulatorsUrl && hasMailbox ? [['mailbox', `${simulatorsUrl}/mail/`] as const] : []),
    ['database', psqlCommand(addresses)],
  ];
  const lines = places.map(([name, place]) => `  ${name.padEnd(10)}${place}`);
  return ['', ...lines, '', `  next: ${demoCommand(apiUrl)}, in a second terminal. Ctrl-C ends everything.`, ''].join('\n');
}

function demoCommand(apiUrl: string): string {
  const { port } = new URL(apiUrl);
  return port === '3000' ? 'npm run demo' : `PORT=${port} npm run demo`;
}

function psqlCommand({ databaseUrl, passwordFile }: StartAddresses): string {
  if (passwordFile === undefined) {
    const shown = withoutPassword(databaseUrl);
    return shown === null ? 'as DATABASE_URL says' : `psql ${quoted(shown)}`;
  }
  const { hostname, port, username, pathname } = new URL(databaseUrl);
  return `PGPASSWORD=$(cat ${quoted(passwordFile)}) psql -h ${hostname} -p ${port} -U ${username} ${pathname.slice(1)}`;
}

const host = String.raw`(?:\[[^\]]*\]|[^:@/?#,]*)(?::\d*)?`;
/** Scheme; user; any number of hosts; path; options. The URL class knows neither several hosts nor a user without a host. */
const databaseAddress = new RegExp(`^(\\w+://)(?:([^:@/?#]*)(?::[^/?#]*)?(@))?(${host}(?:,${host})*)(/[^?#]*)?(?:\\?([^#]*))?$`);

/** The address of a database as it was given, but for passwords; null where it cannot be told which part is one. */
function withoutPassword(url: string): string | null {
  const match = databaseAddress.exec(url);
  if (!match) return null;
  const [, scheme = '', user = '', at = '', hosts = '', path = '', options = ''] = match;
  const isSecret = (option: string) => [...new URLSearchParams(option).keys()].some((name) => /password/i.test(name));
  const shown = options.split('&').filter((option) => option !== '' && !isSecret(option));
  return `${scheme}${user}${at}${hosts}${path}${shown.length > 0 ? `?${shown.join('&')}` : ''}`;
}

/** As a shell takes it for one word. */
const quoted = (word: string): string => (/^[\w./:@%-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
