import type { FormEvent } from 'react';
import { useState } from 'react';
import { Failure } from '../shown/failure';
import { TextField } from '../shown/field';
import { client } from './client';
import { enterSession } from './enter-session';

interface SecondFactorFormProps {
  /** From the refusal of the first step. */
  readonly ticket: string;
  readonly onBack: () => void;
  readonly onDone?: () => void;
}

/** Takes the six digits of an authenticator app, or a recovery code. */
export function SecondFactorForm({ ticket, onBack, onDone }: SecondFactorFormProps) {
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);

  const send = async (text: string): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const code = text.replaceAll(' ', '');
      const proof = /^\d{6}$/.test(code) ? { code } : { recovery_code: text.trim() };
      await client.auth.completeLogin({ ticket, ...proof, carrier: 'cookie' });
      await enterSession();
      onDone?.();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isBusy) void send(String(new FormData(event.currentTarget).get('code')));
  };

  return (
    <form onSubmit={onSubmit}>
      {failure !== undefined && <Failure error={failure} what="The code was not taken" />}
      <TextField
        label="Code"
        name="code"
        hint="Six digits of your authenticator app, or one of your recovery codes."
        autoComplete="one-time-code"
        inputMode="text"
        required
        autoFocus
        maxLength={64}
      />
      <div className="actions">
        <button className="main" disabled={isBusy}>
          Go on
        </button>
        <button type="button" onClick={onBack}>
          Back
        </button>
      </div>
    </form>
  );
}
