import { useState, type FormEvent } from 'react';
import { Link } from 'wouter';
import { Failure } from '../shown/failure';
import { faultsOf, standsBesideFields } from '../shown/faults-of';
import { TextField } from '../shown/field';
import { Page } from '../shown/page';
import { ownZone } from '../shown/zone';
import { client } from './client';
import { GoogleButton } from './google-button';
import { enterSession } from './enter-session';

const fields = ['full_name', 'email', 'password', 'workspace_name'];

export function RegisterPage() {
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const faults = faultsOf(failure, fields);

  const send = async (form: FormData): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const [full_name, email, password, workspace_name] = fields.map((name) => String(form.get(name)));
      await client.auth.register({
        ...{ full_name: full_name ?? '', email: email ?? '', password: password ?? '', workspace_name },
        ...{ timezone: ownZone(), carrier: 'cookie' as const },
      });
      await enterSession();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isBusy) void send(new FormData(event.currentTarget));
  };

  return (
    <Page title="Make an account">
      <form onSubmit={onSubmit}>
        {failure !== undefined && !standsBesideFields(failure, fields) && <Failure error={failure} what="The account was not made" />}
        <TextField label="Your name" name="full_name" autoComplete="name" required maxLength={255} autoFocus fault={faults['full_name']} />
        <TextField label="E-mail" name="email" type="email" autoComplete="username" required fault={faults['email']} />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          minLength={8}
          maxLength={255}
          hint="Eight characters or more, and none of the most used ones."
          fault={faults['password']}
        />
        <TextField
          label="Workspace"
          name="workspace_name"
          autoComplete="organization"
          maxLength={255}
          hint="What your team is called; it can stay empty."
          fault={faults['workspace_name']}
        />
        <div className="actions">
          <button className="main" disabled={isBusy}>
            Make the account
          </button>
        </div>
      </form>
      <GoogleButton />
      <p>
        There is one already? <Link href="/sign-in">Sign in</Link>
      </p>
    </Page>
  );
}
