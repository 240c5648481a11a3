import { Command } from 'commander';
import { addConnectionFlags } from '../add-connection-flags';
import { CommandFailed } from '../command-failed';
import { keyStart, profileName, profileOf, urlOfKey, wantedEnvironment, type ConnectionFlags } from '../credentials/find-credential';
import { revokeKey } from '../credentials/device-sign-in';
import { writeProfile } from '../credentials/profiles';
import { say } from '../output/say';
import { showValue } from '../output/show-value';

/** `pps logout`. */
export const logoutCommand = (): Command =>
  addConnectionFlags(new Command('logout').option('--keep-key', 'forgets it on this machine alone: it works elsewhere as before')).action(
    logOut,
  );

async function logOut(flags: ConnectionFlags & { readonly keepKey?: boolean }): Promise<void> {
  const name = profileName(flags);
  const environment = wantedEnvironment(flags);
  const profile = profileOf(flags);
  const stored = profile?.[environment];
  if (!profile || !stored) throw new CommandFailed(`profile ${name} has no ${environment} key`, 'credential');
  const url = urlOfKey(profile, stored, flags);
  const isRevoked = flags.keepKey !== true;
  // First, so that nothing is forgotten that works on and that nobody here knows any more.
  if (isRevoked) await revokeKey(url, stored.key);
  writeProfile(name, (before) => ({ ...before, [environment]: undefined }));
  say(`key ${keyStart(stored.key)} is forgotten${isRevoked ? ' and revoked' : ''}`, 'green');
  showValue({ profile: name, environment, is_revoked: isRevoked }, { json: flags.json === true });
}
