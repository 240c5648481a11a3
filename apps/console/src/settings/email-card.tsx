import type { Profile } from 'pin-publishing';
import { useState } from 'react';
import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { Badge } from '../shown/badge';
import { Failure } from '../shown/failure';
import { TextField } from '../shown/field';
import { Moment } from '../shown/moment';
import { Text } from '../shown/text';
import { WriteForm } from '../shown/write-form';

interface EmailCardProps {
  readonly profile: Profile;
  readonly onAsked: () => void;
}

/** The address that one signs in with, whether it was proven, and the way to another: a link to the present one has to approve it. */
export function EmailCard({ profile, onAsked }: EmailCardProps) {
  const { user } = useMe();
  const [told, setTold] = useState('');
  const verifying = useWrite(async () => setTold((await client.auth.requestEmailVerification()).message));
  const ask = async (form: FormData): Promise<string> => {
    const { message } = await client.auth.requestEmailChange({ new_email: String(form.get('new_email')) });
    onAsked();
    return message;
  };
  return (
    <section className="card" aria-label="E-mail">
      <h2>E-mail</h2>
      <p>
        <Text>{profile.email}</Text> <Badge>{user.email_verified ? 'verified' : 'not verified'}</Badge>
      </p>
      {!user.email_verified && (
        <p className="actions">
          <button type="button" disabled={verifying.isBusy} onClick={() => void verifying.run()}>
            Send the link that verifies it
          </button>
          <span role="status">{told}</span>
        </p>
      )}
      {verifying.failure !== undefined && <Failure error={verifying.failure} what="No link was sent" />}
      {profile.pending_email_change_to !== null && (
        <p className="notice">
          <Text>{profile.pending_email_change_to}</Text> waits since <Moment at={profile.pending_email_change_requested_at} /> for the link
          that was sent to the present address.
        </p>
      )}
      <WriteForm act={ask} action="Ask for this address" failed="The address was not changed" fields={['new_email']} isEmptied>
        {(faults) => (
          <TextField
            label="Another address"
            name="new_email"
            type="email"
            required
            maxLength={254}
            autoComplete="off"
            fault={faults['new_email']}
          />
        )}
      </WriteForm>
    </section>
  );
}
