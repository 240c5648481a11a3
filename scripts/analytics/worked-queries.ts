import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the worked queries are, from the project's root. */
export const workedQueriesFolder = 'docs/analytics/queries';

/** A query of the docs: what it answers, and its text with the values of its parameters named `:'name'`, as psql takes them. */
export interface WorkedQuery {
  readonly file: string;
  readonly question: string;
  readonly heading: readonly string[];
  readonly parameters: readonly string[];
  readonly sql: string;
}

/** All of them, in the order of their names. */
export function readWorkedQueries(folder = workedQueriesFolder): WorkedQuery[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      const lines = text.split('\n');
      const end = lines.findIndex((line) => !line.startsWith('--'));
      const heading = lines.slice(0, end).map((line) => line.slice(2).trim());
      const sql = lines.slice(end).join('\n').trim();
      return { file, question: heading[0] ?? '', heading, parameters: namedIn(sql), sql };
    });
}

/** The statement and its values as the driver takes them. Throws for a parameter without a value. */
export function bound(
  { file, sql, parameters }: Pick<WorkedQuery, 'file' | 'sql' | 'parameters'>,
  values: Readonly<Record<string, string>>,
) {
  const missing = parameters.filter((name) => values[name] === undefined);
  if (missing.length > 0) throw new Error(`${file} wants ${missing.join(', ')}`);
  return {
    text: sql.replace(parameter, (_, name: string) => `$${parameters.indexOf(name) + 1}`),
    values: parameters.map((name) => values[name] as string),
  };
}

const examples: Readonly<Record<string, string>> = { from: '2026-11-01', until: '2026-12-01', month: '2026-11' };

/** The values as flags of psql; what has no example is an id. */
export const psqlValues = (parameters: readonly string[]): string =>
  parameters.map((name) => `-v ${name}=${examples[name] ?? `<${name} id>`}`).join(' ');

const parameter = /:'(\w+)'/g;
const namedIn = (sql: string): string[] => [...new Set([...sql.matchAll(parameter)].map(([, name]) => name as string))];
