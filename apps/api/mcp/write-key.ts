import type { Principal } from '@pps/identity';
import { derivedId, Invalid, newId, Rejected, type FieldError } from '@pps/kernel';
import { contentOfJson } from '../idempotency/content-of-json';
import { flagSchema, said, type JsonSchema, type ToolArguments, type WriteKey } from './tool';

/** What every write takes beside its own arguments. */
export const keySchemas: Readonly<Record<string, JsonSchema>> = {
  key: said({ type: 'string', minLength: 1, maxLength: 255 }, 'Names this call: the same key again is its repeat.'),
  again: said(flagSchema, 'True: meant once more, although the same was asked before. Needs a new key.'),
};

const longestKey = 255;

/** The arguments without those that name the call. Throws `Invalid`. */
export function splitKey({ key, again, ...rest }: ToolArguments): {
  readonly key?: string;
  readonly again: boolean;
  readonly rest: ToolArguments;
} {
  const errors: FieldError[] = [];
  if (key !== undefined && key !== null && !(typeof key === 'string' && key.length > 0 && [...key].length <= longestKey))
    errors.push({ loc: ['body', 'key'], msg: `key must have 1 to ${longestKey} characters`, type: 'string_length' });
  if (again !== undefined && again !== null && typeof again !== 'boolean')
    errors.push({ loc: ['body', 'again'], msg: 'again must be true or false', type: 'bool_type' });
  if (errors.length > 0) throw new Invalid(errors);
  return { ...(typeof key === 'string' && { key }), again: again === true, rest };
}

/**
 * The key of a write: the one that was given, or one of who asks and the content, so that a repeated call is the repeat. Throws `Rejected` for `again`
 * without a key: a repeat of such a call could not be told from a third wish.
 */
export function writeKeyOf(
  { projectId, epoch, keyId, userId }: Principal,
  { key, again }: { readonly key?: string | undefined; readonly again: boolean },
  ...content: readonly unknown[]
): WriteKey {
  if (key !== undefined) return { key, isDerived: false };
  if (again) throw new Rejected('validation_error', 'again: true needs a key', {}, { remediation: meantOnceMore() });
  return { key: derivedId('write by a tool', projectId, epoch, keyId ?? userId, contentOfJson(content)), isDerived: true };
}

/** Runs a write; where its key was made here, and what it once made is gone, the remedy is to say that it is meant again. */
export async function withWriteKey<T>({ isDerived }: WriteKey, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isDerived || !(error instanceof Rejected) || error.code !== 'idempotency_key_reused') throw error;
    const remediation = `The same call made something before that is gone or changed since. If it is meant once more: ${meantOnceMore()}`;
    throw new Rejected(error.code, error.message, error.context, { ...error.answer, remediation });
  }
}

/** How a call is made that is meant once more, with a key that nobody has used. */
const meantOnceMore = (): string => `Call with again: true and key: "${newId()}", and repeat it with this key where its answer is lost.`;
