import { loadConfiguration } from '@pps/runtime/configuration/load-configuration';
import { Command } from 'commander';
import { checkBackup } from './check-backup';
import { CommandFailed, exitCodes } from './command-failed';
import { onInstallation } from './on-installation';

const shownAtMost = 100;

/** `pinctl backup …`: whether what was restored belongs together. */
export function backupCommands(): Command {
  const group = new Command('backup').description('Copies of an installation.');
  group.addCommand(
    new Command('check')
      .description('Says whether log, read models, vault and keys belong together. Changes nothing; run it before anything else starts.')
      .exitOverride()
      .action(async () => {
        const configuration = loadConfiguration(process.env);
        const { findings, head, checkpoints, references } = await onInstallation((installation) =>
          checkBackup(installation, configuration),
        );
        for (const { part, line } of findings.slice(0, shownAtMost)) console.log(`${part}: ${line}`);
        if (findings.length > 0) throw new CommandFailed(`${findings.length} things do not belong together`, exitCodes.refused);
        console.log(`they belong together: a log up to ${head}, ${checkpoints} checkpoints, ${references} references to the vault`);
      }),
  );
  return group;
}
