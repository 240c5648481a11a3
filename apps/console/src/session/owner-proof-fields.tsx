import { TextField } from '../shown/field';

/** Names of the fields of a request that are typed here. */
export const ownerProofFields = ['password', 'code', 'recovery_code'];

interface OwnerProofFieldsProps {
  readonly faults: Readonly<Record<string, string | undefined>>;
  readonly codeLabel: string;
  readonly codeHint: string;
}

/** A password and a code of the second factor, as the fields `password` and `code` of a form. */
export const OwnerProofFields = ({ faults, codeLabel, codeHint }: OwnerProofFieldsProps) => (
  <>
    <TextField
      label="Password"
      name="password"
      type="password"
      maxLength={255}
      autoComplete="current-password"
      autoFocus
      fault={faults['password']}
    />
    <TextField
      label={codeLabel}
      name="code"
      maxLength={64}
      autoComplete="one-time-code"
      hint={codeHint}
      fault={faults['code'] ?? faults['recovery_code']}
    />
  </>
);

/** What was typed there, as the service takes it: six digits, however they are parted, are of the app, anything else is a recovery code. */
export function ownerProofIn(form: FormData) {
  const [password, code] = [String(form.get('password')), String(form.get('code')).trim()];
  const digits = code.replaceAll(' ', '');
  const factor = /^\d{6}$/.test(digits) ? { code: digits } : code === '' ? {} : { recovery_code: code };
  return { ...(password !== '' && { password }), ...factor };
}
