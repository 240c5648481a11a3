import { Invalid, newId, type FieldError } from '@pps/kernel';
import { checkInput } from '../http/check-input';
import type { BatchRequest, PinRequest } from '@pps/use-cases';
import { idempotencyKeyErrors, idempotencyKeyHeader } from '../idempotency/idempotency-key.guard';
import { contentOf } from './content-body';
import { CreatePinDto, mediaErrors } from './create-pin.dto';

/** Reads a body that may be anything; `at` is its path in the request. Throws `Invalid`. */
export async function decodePinRequest(
  body: unknown,
  keyHeader: string | undefined,
  at: FieldError['loc'] = ['body'],
): Promise<PinRequest> {
  return pinRequestOf(await checkInput(CreatePinDto, body, { loc: at, unknownFields: 'refuse' }), keyHeader, at);
}

/** An item of a batch: each is decoded alone, whatever is in it. One without a key of its own gets that of its place, where there is one. */
export async function decodeBatchItem(body: unknown, index: number, keyOfPlace: string | null = null): Promise<BatchRequest> {
  const at = ['body', 'pins', index];
  return decodePinRequest(body, undefined, at).then(
    (request) => ({ request: { ...request, idempotencyKey: request.idempotencyKey ?? keyOfPlace }, at }),
    (unreadable: unknown) => ({ unreadable }),
  );
}

/**
 * The key of a batch's item that failed: what it gave as its key, so that its sender knows which one it was; where it gave none, that of its place, or a
 * new one, as it would have had, to send it again with; null where it gave something else.
 */
export function keyOfItem(item: BatchRequest | undefined, body: unknown, keyOfPlace: string | null = null): string | null {
  if (item && 'request' in item) return item.request.idempotencyKey ?? newId();
  const { idempotency_key: key } = Object(body) as { readonly idempotency_key?: unknown };
  if (key === undefined || key === null) return keyOfPlace ?? newId();
  return typeof key === 'string' && key !== '' && [...key].length <= 255 ? key : null;
}

/** The request that a valid body means; also checks what concerns several fields. `at` is the path of the body. Throws `Invalid`. */
export function pinRequestOf(body: CreatePinDto, keyHeader: string | undefined, at: FieldError['loc'] = ['body']): PinRequest {
  const errors = [...mediaErrors(body, at), ...keyErrors(body, keyHeader)];
  if (errors.length > 0) throw new Invalid(errors);
  return {
    accountId: body.account_id.toLowerCase(),
    boardId: body.board_id,
    content: contentOf(body),
    idempotencyKey: body.idempotency_key ?? keyHeader ?? null,
  };
}

function keyErrors({ idempotency_key }: CreatePinDto, header: string | undefined): FieldError[] {
  const errors = idempotencyKeyErrors(header);
  if (header === undefined || errors.length > 0 || !given(idempotency_key) || idempotency_key === header) return errors;
  return [{ loc: ['header', idempotencyKeyHeader], msg: 'Idempotency-Key and idempotency_key differ', type: 'mismatch' }];
}

const given = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;
