import { useRead } from '../data/use-read';
import { client } from '../session/client';
import { Below } from '../shown/below';
import { Loaded } from '../shown/loaded';
import { EmailCard } from './email-card';
import { PasswordCard } from './password-card';
import { SecondFactorCard } from './second-factor-card';
import { SessionList } from './session-list';
import { SettingsFrame } from './settings-frame';

/** How one signs in, and where one has. */
export function SecurityPage() {
  const profile = useRead(['profile'], (signal) => client.profile.get({ signal }), { changes: ['profile'] });
  const factor = useRead(['second-factor'], (signal) => client.secondFactor.get({ signal }), { changes: ['second_factor'] });
  const sessions = useRead(['sessions'], (signal) => client.auth.listSessions({ signal }), { changes: ['session'] });
  return (
    <SettingsFrame title="Sign-in and security">
      <div className="beside">
        <Loaded reading={profile} what="The address">
          {(shown) => <EmailCard profile={shown} onAsked={() => void profile.refetch()} />}
        </Loaded>
        <Below of={[profile]}>
          <PasswordCard onChanged={() => void sessions.refetch()} />
        </Below>
      </div>
      <Below of={[profile]}>
        <Loaded reading={factor} what="The second factor">
          {(shown) => <SecondFactorCard factor={shown} onChange={() => void factor.refetch()} />}
        </Loaded>
      </Below>
      <Below of={[profile, factor]}>
        <Loaded reading={sessions} what="The sessions">
          {(shown) => <SessionList sessions={shown} onChange={() => sessions.refetch()} />}
        </Loaded>
      </Below>
    </SettingsFrame>
  );
}
