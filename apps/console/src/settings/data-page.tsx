import { AccountEndCard } from './account-end-card';
import { ArchiveCard } from './archive-card';
import { SandboxCard } from './sandbox-card';
import { SettingsFrame } from './settings-frame';

/** The sandbox, an archive of everything, and the end of the account. */
export const DataPage = () => (
  <SettingsFrame title="Sandbox and data">
    <SandboxCard />
    <ArchiveCard />
    <AccountEndCard />
  </SettingsFrame>
);
