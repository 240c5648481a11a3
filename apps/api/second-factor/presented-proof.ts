import type { OwnerProof, PresentedCode, PresentedFactors } from '@pps/identity';
import { Invalid } from '@pps/kernel';
import { onlyOne, type OwnerProofDto, type ReauthenticateDto, type RedeemTicketDto } from './second-factor.dto';

/** The one code of a body, from the client's address. Throws `Invalid` for none and for two. */
export const presentedCode = ({ code, recovery_code }: Pick<RedeemTicketDto, 'code' | 'recovery_code'>, address: string): PresentedCode =>
  onlyOf({ code, recovery_code }, address);

/** The password or the one code of a body, from the client's address. Throws `Invalid` for none and for more than one. */
export const presentedProof = ({ password, code, recovery_code }: OwnerProofDto, address: string): OwnerProof =>
  onlyOf({ password, code, recovery_code }, address);

/** What a body shows of both factors, from the client's address. Throws `Invalid` for two codes. */
export function presentedFactors({ password, code, recovery_code }: ReauthenticateDto, address: string): PresentedFactors {
  const hasCode = (code ?? recovery_code ?? null) !== null;
  return { password: password ?? undefined, code: hasCode ? onlyOf({ code, recovery_code }, address) : undefined, address };
}

function onlyOf<Kind extends string>(
  fields: Readonly<Record<Kind, string | null | undefined>>,
  address: string,
): { readonly kind: Kind; readonly text: string; readonly address: string } {
  const kinds = Object.keys(fields) as Kind[];
  const [given, ...others] = kinds.flatMap((kind) => {
    const text = fields[kind] ?? null;
    return text === null ? [] : [{ kind, text, address }];
  });
  if (given && others.length === 0) return given;
  throw new Invalid(onlyOne(fields, ['body']));
}
