import type { Command } from 'commander';
import { exitCodes, exitMeanings, type ExitCodeName } from '../../../packages/cli/src/exit-codes';

const head = `# The command line

\`pps\` is the package \`pin-publishing-cli\` ([README](../packages/cli/README.md)). \`pinctl\` is for operators; \`pps\` is for those who publish, and does nothing that the public interface does not do.

- **Which key counts** is said on standard error by every command: \`PPS_API_KEY\`, else the sandbox's key of the profile, or with \`--production\` the other one. Profiles are in \`$XDG_CONFIG_HOME/pps/profiles.json\` (\`~/.config/pps\`), for their owner alone: a file that others can read, or a link, is refused.
- \`pps login\` shows a code that you compare in the browser, and keeps the key that you approve there; \`pps login --with-key < file\` takes one from standard input. \`pps logout\` revokes it, at the service that it is a key of; a stored key is sent to no other one, whatever \`PPS_BASE_URL\` or \`--service\` say. Two weeks before a stored key ends, standard error says so once a day.
- **Data goes to standard output, all else to standard error**; nothing ever asks. \`--json\` prints a line of JSON for each answer, and for each item of what streams. \`NO_COLOR\` is obeyed. Characters that would steer a terminal are replaced, in JSON escaped.
- Fields are options, or one object with \`--data\` (as it stands, \`@file\`, \`-\` for standard input), which keeps secrets out of the list of processes; \`--clear field\` empties one.

## Listening

\`pps listen --forward http://localhost:4000/hooks\` shows the events of the key's project and forwards them, in order, with the headers and signatures of a real call. The key needs \`read\` and \`write\`. The service keeps the events in a disabled webhook, numbered without a gap, for up to 90 days; beside it, in \`$XDG_STATE_HOME/pps/listen\`, is how far this machine came, and a random id that its webhook is found by. So what came while \`pps\` was off, killed or asleep comes first, and says \`N behind\` ([why](decisions/0107-a-listener-is-a-disabled-webhook.md)).

- An event that was forwarded just before a \`kill -9\` may come once more, with the same \`id\`. Redeliveries and replays of the listener's webhook come again, marked; they are looked for among its newest 1,000 deliveries.
- A target that cannot be reached, or loses the connection, is waited for. One that takes an event and does not answer is asked three times. A refusal is printed, and the next event follows; \`r\` repeats the last, \`o\` opens the web app, \`q\` quits.
- Of several listeners each gets everything: they take names and cursors of their own (\`main\`, \`main-2\` …).
- When the key is revoked it ends within five seconds with code 3.

\`pps trigger EVENT\` brings an event about by really doing in the sandbox what leads to it, and is refused in production. After \`account.reconnect_required\` it connects the simulated account again; \`webhook.disabled\` takes a service that reaches this machine.

## Exit codes

| code | meaning |
|---|---|
`;

/** The text of `docs/cli.md`. */
export function cliPage(program: Command): string {
  const codes = Object.entries(exitCodes).map(([name, code]) => `| ${code} | ${exitMeanings[name as ExitCodeName]} |\n`);
  const groups = program.commands.map((group) => {
    const rows = (group.commands.length > 0 ? group.commands : [group]).map((each) => rowOf(each, group));
    return `\n### ${group.name()}\n\n${group.description()}\n\n| command | does | options |\n|---|---|---|\n${rows.join('')}`;
  });
  return `${head}${codes.join('')}\n## Commands\n\nWritten by \`npm run docs cli\`. Every command also has \`--json\`, \`--profile\`, \`--production\`, \`--service\` and \`--timeout\` (seconds).\n${groups.join('')}`;
}

const shared: readonly string[] = ['--json', '--profile', '--production', '--service', '--timeout'];

function rowOf(command: Command, group: Command): string {
  const words = ['pps', ...(command === group ? [] : [group.name()]), command.name()];
  const taken = command.registeredArguments.map((each) => (each.required ? `<${each.name()}>` : `[${each.name()}]`));
  const options = command.options.filter(({ long }) => !shared.includes(long ?? '')).map(({ long }) => `\`${long}\``);
  const about = command === group ? '' : command.description();
  return `| \`${[...words, ...taken].join(' ')}\` | ${about.replace(/\|/g, '\\|')} | ${options.join(' ')} |\n`;
}
