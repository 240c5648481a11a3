import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { TextField } from '../shown/field';
import { WriteForm } from '../shown/write-form';

const fields = ['current_password', 'new_password'];

/** Changes the password, which ends every other session. */
export function PasswordCard({ onChanged }: { readonly onChanged: () => void }) {
  const { user } = useMe();
  const change = async (form: FormData): Promise<string> => {
    const [current_password = '', new_password = ''] = fields.map((name) => String(form.get(name)));
    await client.auth.changePassword({ current_password, new_password });
    onChanged();
    return 'It is changed, and every other session has ended.';
  };
  return (
    <section className="card" aria-label="Password">
      <h2>Password</h2>
      <WriteForm act={change} action="Change the password" failed="The password was not changed" fields={fields} isEmptied>
        {(faults) => (
          <>
            <input type="hidden" autoComplete="username" value={user.email} />
            <TextField
              label="Present password"
              name="current_password"
              type="password"
              required
              maxLength={255}
              autoComplete="current-password"
              fault={faults['current_password']}
            />
            <TextField
              label="New password"
              name="new_password"
              type="password"
              required
              minLength={8}
              maxLength={255}
              autoComplete="new-password"
              hint="Eight characters or more, and none of the most used ones. Every other session ends."
              fault={faults['new_password']}
            />
          </>
        )}
      </WriteForm>
    </section>
  );
}
