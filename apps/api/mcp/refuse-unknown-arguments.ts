import { Invalid } from '@pps/kernel';
import type { ToolArguments } from './tool';

/** Refuses arguments that a tool does not know, of which somebody expects something that would not be done. Throws `Invalid`. */
export function refuseUnknownArguments(args: ToolArguments, known: readonly string[]): void {
  const unknown = Object.keys(args).filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Invalid(unknown.map((name) => ({ loc: ['body', name], msg: `${name} is not a known field`, type: 'unknown_field' })));
}
