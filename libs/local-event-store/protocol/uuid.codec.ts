import { invalidArgumentFailure } from './failures';
import { UuidMessage } from './messages';

export type UuidForm = 'string' | 'structured';

const canonical = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The UUID in either form as canonical lower-case text. Throws GrpcFailure INVALID_ARGUMENT for anything else. */
export function fromUuidMessage({ value }: UuidMessage): string {
  const text = value?.$case === 'structured' ? fromHalves(value.value) : (value?.value.toLowerCase() ?? '');
  if (!canonical.test(text)) throw invalidArgumentFailure('an event id is not a UUID');
  return text;
}

/** The UUID message in the form that the client asked for. */
export function toUuidMessage(id: string, form: UuidForm): UuidMessage {
  if (form === 'string') return { value: { $case: 'string', value: id } };
  const hex = id.replaceAll('-', '');
  const half = (from: number) => BigInt.asIntN(64, BigInt(`0x${hex.slice(from, from + 16)}`));
  return { value: { $case: 'structured', value: { mostSignificantBits: half(0), leastSignificantBits: half(16) } } };
}

function fromHalves({ mostSignificantBits, leastSignificantBits }: { mostSignificantBits: bigint; leastSignificantBits: bigint }): string {
  const hex = [mostSignificantBits, leastSignificantBits].map((half) => BigInt.asUintN(64, half).toString(16).padStart(16, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
