import { readFileSync } from 'node:fs';
import { cliVersion } from '../../packages/cli/src/cli-version';
import { buildProgram } from '../../packages/cli/src/run-program';
import { completionScript } from '../../packages/cli/src/commands/completions.commands';
import { triggers } from '../../packages/cli/src/triggering/triggers';
import { cliPage } from '../../scripts/sdk/cli/cli-page';
import { webhookEvents } from '@pps/webhooks';

test('docs/cli.md is what the program has (npm run docs cli writes it)', async () => {
  expect(readFileSync('docs/cli.md', 'utf8')).toBe(cliPage(await buildProgram('all')));
});

test('the program says the version of its package', () => {
  expect(cliVersion).toBe((JSON.parse(readFileSync('packages/cli/package.json', 'utf8')) as { version: string }).version);
});

test('every command answers programs too', async () => {
  const program = await buildProgram('all');
  const leaves = program.commands.flatMap((each) => (each.commands.length > 0 ? each.commands : [each]));
  expect(leaves.filter(({ options }) => !options.some(({ long }) => long === '--json')).map((each) => each.name())).toEqual([]);
});

test('every event of the catalogue can be triggered', () => {
  expect(Object.keys(triggers).sort()).toEqual(Object.keys(webhookEvents).sort());
});

test('completions know what follows', () => {
  const words = new Map([
    ['', ['pins']],
    ['pins', ['list', '--json']],
  ]);
  expect(completionScript('bash', words)).toContain("'pins') words='list --json'");
  expect(completionScript('fish', words)).toContain("complete -c pps -n '__fish_seen_subcommand_from pins' -l json");
});
