import { Command } from 'commander';
import { addConnectionFlags } from '../add-connection-flags';
import { CommandFailed } from '../command-failed';
import { keyStart, profileName, serviceUrl, type ConnectionFlags } from '../credentials/find-credential';
import { revokeKey } from '../credentials/device-sign-in';
import { readProfiles, writeProfile, type Environment } from '../credentials/profiles';
import { say } from '../output/say';
import { showValue } from '../output/show-value';

/** `pps logout`. */
export const logoutCommand = (): Command =>
  addConnectionFlags(new Command('logout').option('--keep-key', 'forgets it on this machine alone: it works elsewhere as before')).action(
    logOut,
  );

async function logOut(flags: ConnectionFlags & { readonly keepKey?: boolean }): Promise<void> {
  const name = profileName(flags);
  const environment: Environment = flags.production === true ? 'production' : 'sandbox';
  const stored = readProfiles()[name]?.[environment];
  if (!stored) throw new CommandFailed(`profile ${name} has no ${environment} key`, 'credential');
  const isRevoked = flags.keepKey !== true;
  // First, so that nothing is forgotten that works on and that nobody here knows any more.
  if (isRevoked) await revokeKey(serviceUrl(flags), stored.key);
  writeProfile(name, (profile) => ({ ...profile, [environment]: undefined }));
  say(`key ${keyStart(stored.key)} is forgotten${isRevoked ? ' and revoked' : ''}`, 'green');
  showValue({ profile: name, environment, is_revoked: isRevoked }, { json: flags.json === true });
}
