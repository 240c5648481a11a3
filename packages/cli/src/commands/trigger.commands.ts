import { Argument, Command } from 'commander';
import { addConnectionFlags } from '../add-connection-flags';
import { CommandFailed } from '../command-failed';
import { connectClient } from '../connect-client';
import type { ConnectionFlags } from '../credentials/find-credential';
import { showValue } from '../output/show-value';
import { fieldsOf, findPlace } from '../triggering/place';
import { triggers } from '../triggering/triggers';

/** `pps trigger`. */
export const triggerCommand = (): Command =>
  addConnectionFlags(
    new Command('trigger')
      .addArgument(new Argument('<event>').choices(Object.keys(triggers)))
      .option('--set <name=value...>', 'fields of what is made: title, account_id, board_id, error_code, seconds, webhook_id …'),
  ).action(trigger);

async function trigger(event: string, { set = [], ...flags }: ConnectionFlags & { readonly set?: readonly string[] }): Promise<void> {
  const fields = fieldsOf(set);
  const { client, credential } = connectClient(flags);
  if (credential.environment !== 'sandbox')
    throw new CommandFailed('this really does what leads to the event, and so in a sandbox alone: use a key of it', 'usage');
  const place = event === 'webhook.test' ? { accountId: '', boardId: '', fields } : await findPlace(client, fields);
  showValue(await triggers[event]?.(client, place), { json: flags.json === true });
}
