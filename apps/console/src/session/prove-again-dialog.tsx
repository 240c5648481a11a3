import { Dialog } from '../shown/dialog';
import { WriteForm } from '../shown/write-form';
import { client } from './client';
import { GoogleButton } from './google-button';
import { OwnerProofFields, ownerProofFields, ownerProofIn } from './owner-proof-fields';

/** Asks for the password, and the code of whoever has a second factor, where the sign-in is too long ago for what was asked. */
export function ProveAgainDialog({ onAnswer }: { readonly onAnswer: (isProven: boolean) => void }) {
  const prove = async (form: FormData): Promise<void> => {
    await client.auth.reauthenticate({ ...ownerProofIn(form), carrier: 'cookie' });
    onAnswer(true);
  };
  return (
    <Dialog title="Show that it is you" onClose={() => onAnswer(false)}>
      <p>Your sign-in is too long ago for this. What you have typed stays.</p>
      <WriteForm act={prove} action="Go on" failed="That was not taken" fields={ownerProofFields} onLeave={() => onAnswer(false)}>
        {(faults) => (
          <OwnerProofFields
            faults={faults}
            codeLabel="Code"
            codeHint="Where signing in asks for one: six digits of your app, or a recovery code."
          />
        )}
      </WriteForm>
      <GoogleButton />
    </Dialog>
  );
}
