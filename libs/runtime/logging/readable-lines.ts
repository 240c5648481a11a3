type Fields = Readonly<Record<string, unknown>>;

/** What of a log line stands in its message or is of no use to a person. */
const notRepeated = ['host', 'pid', 'hostname', 'method', 'route', 'status', 'ms'];

/**
 * Makes lines for a person of our JSON log lines; other text comes back as it is. The library is loaded here, so that a program without a terminal
 * never loads it.
 */
export async function openReadableLines(hasColors: boolean): Promise<(line: string) => string> {
  const { prettyFactory } = await import('pino-pretty');
  const format = prettyFactory({
    colorize: hasColors,
    translateTime: 'SYS:HH:MM:ss',
    ignore: notRepeated.join(','),
    singleLine: true,
    messageFormat: (fields, messageKey) => `${textOf(fields['host'])}: ${messageOf(fields, messageKey)}`,
  });
  return (line) => format(line).trimEnd();
}

function messageOf(fields: Fields, messageKey: string): string {
  const { method, route, status, ms } = fields;
  const message = textOf(fields[messageKey]);
  if (message !== 'request' || route === undefined) return message;
  return `${textOf(method)} ${textOf(route)} ${textOf(status)}, ${textOf(ms)} ms`;
}

/** Without what a terminal would take as a command; the library cleans the other fields only. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ') : '';
