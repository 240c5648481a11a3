import { ApiError } from 'pin-publishing';
import { useState, type FormEvent } from 'react';
import { Failure } from '../shown/failure';
import { TextField } from '../shown/field';
import { client } from './client';
import { SecondFactorForm } from './second-factor-form';
import { enterSession } from './enter-session';

interface SignInFormProps {
  /** Who has to sign in again. */
  readonly email?: string;
}

/** Address and password, and the code of whoever has a second factor. */
export function SignInForm({ email }: SignInFormProps) {
  const [ticket, setTicket] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);

  const send = async (form: FormData): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      await client.auth.login({ email: email ?? String(form.get('email')), password: String(form.get('password')), carrier: 'cookie' });
      await enterSession();
    } catch (error) {
      const given = error instanceof ApiError && error.code === 'second_factor_required' ? error.context['ticket'] : undefined;
      if (typeof given === 'string') setTicket(given);
      else setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isBusy) void send(new FormData(event.currentTarget));
  };

  if (ticket !== null) return <SecondFactorForm ticket={ticket} onBack={() => setTicket(null)} />;
  return (
    <form onSubmit={onSubmit}>
      {failure !== undefined && <Failure error={failure} what="You are not signed in" />}
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        required
        autoFocus={email === undefined}
        {...(email !== undefined && { defaultValue: email, readOnly: true })}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={255}
        autoFocus={email !== undefined}
      />
      <div className="actions">
        <button className="main" disabled={isBusy}>
          Sign in
        </button>
      </div>
    </form>
  );
}
