import { checkInput } from '../http/check-input';
import type { PresentedCode } from '@pps/identity';
import type { ClassConstructor } from 'class-transformer';

/** What a form sent, by the rules of the interface's body of that kind; fields that are not its own are passed over. Throws `Invalid`. */
export const formFields = <T extends object>(type: ClassConstructor<T>, body: unknown): Promise<T> =>
  checkInput(type, body ?? {}, { loc: ['body'], unknownFields: 'strip' });

/** A field of a query or form as text; '' for anything else. */
export function formText(fields: unknown, name: string): string {
  const value = typeof fields === 'object' && fields !== null && Object.hasOwn(fields, name) ? Reflect.get(fields, name) : '';
  return typeof value === 'string' ? value : '';
}

/** The one field for codes of both kinds: six digits are the app's. */
export function codeOfForm(fields: unknown, address: string): PresentedCode {
  const text = formText(fields, 'code').slice(0, 64);
  return { kind: /^[0-9\s]{1,9}$/.test(text) ? 'code' : 'recovery_code', text, address };
}
