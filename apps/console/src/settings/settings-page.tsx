import { useRead } from '../data/use-read';
import { client } from '../session/client';
import { Below } from '../shown/below';
import { Loaded } from '../shown/loaded';
import { MailChoices } from './mail-choices';
import { ProfileForm } from './profile-form';
import { SettingsFrame } from './settings-frame';

/** Who one is, what the workspace is called, what stands on invoices, and which mails come. */
export function SettingsPage() {
  const profile = useRead(['profile'], (signal) => client.profile.get({ signal }), { changes: ['profile', 'organization'] });
  const mails = useRead(['mails'], (signal) => client.emailPreferences.get({ signal }));
  return (
    <SettingsFrame title="Settings">
      <Loaded reading={profile} what="The profile">
        {(shown) => <ProfileForm profile={shown} onSaved={() => void profile.refetch()} />}
      </Loaded>
      <Below of={[profile]}>
        <Loaded reading={mails} what="The choice of mails">
          {(shown) => <MailChoices preferences={shown} onSaved={() => mails.refetch()} />}
        </Loaded>
      </Below>
    </SettingsFrame>
  );
}
