import { isUuid } from '@pps/kernel';
import { CommandFailed, exitCodes } from './command-failed';

/** The organizations on a list that `forget list` printed: a line of JSON each, or with `--json` an array. Throws `CommandFailed` for an entry that names none. */
export function readForgottenList(text: string): string[] {
  const whole = jsonOf(text);
  if (Array.isArray(whole)) return whole.map((item, index) => organizationIn(item, `entry ${index + 1}`));
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line, index) => organizationIn(jsonOf(line), `line ${index + 1}`));
}

function organizationIn(item: unknown, place: string): string {
  const { organization_id: id } = (item ?? {}) as { readonly organization_id?: unknown };
  if (typeof id === 'string' && isUuid(id)) return id.toLowerCase();
  throw new CommandFailed(`${place} of the list names no organization`, exitCodes.usage);
}

/** Null for what is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
