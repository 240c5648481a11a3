import { readFileSync } from 'node:fs';
import { CommandFailed } from '../command-failed';
import type { OperationCommand, OperationFlag } from './operation-command';

export type Given = Readonly<Record<string, unknown>>;

/** The name under which commander has an option. */
export const optionKey = (field: string): string => field.replace(/_/g, '-').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** What an operation is sent: the fields of --data, then the options, then null for each field of --clear. Throws for what is none. */
export function readGiven({ flags, taken }: OperationCommand, options: Given): Given | readonly unknown[] {
  if (taken === 'body' && flags.length === 0) return readRows(options['data']);
  const given: Record<string, unknown> = taken === 'body' ? { ...readData(options['data']) } : {};
  for (const flag of flags) {
    const value = options[optionKey(flag.field)];
    if (value !== undefined) given[flag.field] = valueOf(flag, value);
  }
  for (const name of (options['clear'] as readonly string[] | undefined) ?? []) {
    const field = name.replace(/-/g, '_');
    const known = flags.find((flag) => flag.field === field);
    if (known?.nullable !== true) throw new CommandFailed(`--clear ${name}: there is no such field that can be empty`, 'usage');
    given[field] = null;
  }
  const missing = flags.filter(({ required, field }) => required === true && given[field] === undefined);
  if (missing.length > 0) {
    const names = missing.map(({ field }) => `--${field.replace(/_/g, '-')}`);
    throw new CommandFailed(`missing: ${names.join(', ')}`, 'usage');
  }
  return given;
}

function readData(data: unknown): Given {
  if (data === undefined) return {};
  const value = parseJson('--data', readText(String(data)));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Given;
  throw new CommandFailed('--data must be a JSON object', 'usage');
}

/** The body of an operation that takes a list, or nothing that has names. */
function readRows(data: unknown): Given | readonly unknown[] {
  if (data === undefined) return {};
  const value = parseJson('--data', readText(String(data)));
  return Array.isArray(value) ? value : readData(data);
}

/** A text as it stands, of a file (`@name`), or of standard input (`-`). */
export function readText(given: string): string {
  if (given !== '-' && !given.startsWith('@')) return given;
  const file = given === '-' ? 0 : given.slice(1);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = String((error as { readonly code?: unknown }).code ?? 'unknown');
    throw new CommandFailed(`${file === 0 ? 'standard input' : file} cannot be read (${code})`, 'usage');
  }
}

function valueOf({ field, kind, words }: OperationFlag, value: unknown): unknown {
  const name = `--${field.replace(/_/g, '-')}`;
  switch (kind) {
    case 'boolean':
      if (value === true || value === 'true') return true;
      if (value === 'false') return false;
      throw new CommandFailed(`${name} is true or false`, 'usage');
    case 'integer':
    case 'number': {
      const number = Number(value);
      if (String(value).trim() === '' || !Number.isFinite(number) || (kind === 'integer' && !Number.isSafeInteger(number)))
        throw new CommandFailed(`${name} takes a ${kind === 'integer' ? 'whole number' : 'number'}`, 'usage');
      return number;
    }
    case 'json':
      return parseJson(name, readText(String(value)));
    case 'texts':
      return (value as readonly string[]).flatMap((each) => (words ? each.split(',') : [each]));
    case 'text':
    case 'moment':
      return String(value);
  }
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new CommandFailed(`${name} must be JSON`, 'usage');
  }
}
