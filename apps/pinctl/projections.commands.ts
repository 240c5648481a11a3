import { Command, InvalidArgumentError } from 'commander';
import { findingOf, retryProjection, skipFact, type Projection } from '@pps/read-store';
import { userInfo } from 'node:os';
import { projections } from '@projections/index';
import { alignColumns } from './align-columns';
import { CommandFailed, exitCodes } from './command-failed';
import { onInstallation } from './on-installation';
import { listProjections, listingText } from './list-projections';
import { compareProjection, rebuildProjection } from './rebuild-projection';
import { showAnswer, showProgress, type AnswerFlags } from './show-answer';

/** `pinctl projections …`: how far the read models are, and what an operator can do about one. */
export function projectionCommands(): Command {
  const group = new Command('projections');
  const minutes = ['--timeout <minutes>', 'how long to wait for it', positive, 60] as const;
  group.addCommand(
    quiet(
      'list',
      'Every projection: version, build, state, position, how far it is behind, what stopped it; facts that were passed over.',
    ).action(async (flags: AnswerFlags) => {
      const listing = await onInstallation(listProjections);
      showAnswer(flags, listing, listingText(listing));
    }),
  );
  group.addCommand(
    quiet('rebuild', 'Builds it anew from the log beside the old one, compares both, switches. Reads go on meanwhile.')
      .argument('<name>', 'projection', projectionNamed)
      .option('--accept-difference', 'switch even if the new rows differ from the old ones')
      .option(...minutes)
      .action(async (projection: Projection, { acceptDifference = false, timeout, ...flags }: RebuildFlags) => {
        const patience = { timeoutMs: timeout * 60_000, say: showProgress(flags) };
        const name = await onInstallation(({ db }) => rebuildProjection(db, projection, acceptDifference, patience));
        showAnswer(flags, { projection: projection.name, serves: name }, `${name} serves; the old build is gone`);
      }),
  );
  group.addCommand(
    quiet('compare', 'Says whether it is what the log says, by building it anew beside itself and dropping that again.')
      .argument('<name>', 'projection', projectionNamed)
      .option(...minutes)
      .action(async (projection: Projection, { timeout, ...flags }: RebuildFlags) => {
        const patience = { timeoutMs: timeout * 60_000, say: showProgress(flags) };
        const found = await onInstallation(({ db }) => compareProjection(db, projection, patience));
        const table = alignColumns(
          ['TABLE', 'ROWS', 'REBUILT', 'EQUAL'],
          found.tables.map((t) => [t.table, `${t.rows[0]}`, `${t.rows[1]}`, t.equal ? 'yes' : 'NO']),
        );
        showAnswer(flags, found, found.equal ? `${table}\nequal at ${found.position}` : table);
        if (!found.equal) throw new CommandFailed(`${projection.name} ${findingOf(found)} at ${found.position}`, exitCodes.refused);
      }),
  );
  group.addCommand(
    quiet('retry', 'Lets a stopped projection try the fact again.')
      .argument('<name>', 'projection', projectionNamed)
      .action(async ({ name }: Projection, flags: AnswerFlags) => {
        const stopped = await onInstallation(({ db }) => retryProjection(db, name));
        if (stopped === 0) throw new CommandFailed(`${name} is not stopped`, exitCodes.refused);
        showAnswer(flags, { projection: name, retried: true }, `${name} tries again`);
      }),
  );
  group.addCommand(
    quiet('skip', 'Lets a stopped projection pass over exactly the fact that it cannot take, for good, and records who said so and why.')
      .argument('<name>', 'projection', projectionNamed)
      .requiredOption('--reason <text>', 'why the fact may be missing from the read model', reasonOf)
      .action(async ({ name }: Projection, { reason, ...flags }: AnswerFlags & { readonly reason: string }) => {
        const skipped = await onInstallation(({ db }) => skipFact(db, name, reason, userInfo().username));
        if (skipped.length === 0) throw new CommandFailed(`${name} is not stopped at a fact`, exitCodes.refused);
        const text = skipped.map(({ type, id, position }) => `${name} passes over ${type} ${id} at ${position}`).join('\n');
        showAnswer(flags, { projection: name, skipped }, text);
      }),
  );
  return group;
}

interface RebuildFlags extends AnswerFlags {
  readonly acceptDifference?: boolean;
  /** Minutes. */
  readonly timeout: number;
}

const quiet = (name: string, description: string): Command => new Command(name).description(description).exitOverride();

function projectionNamed(name: string): Projection {
  const found = projections.find((projection) => projection.name === name);
  if (found) return found;
  throw new InvalidArgumentError(`There is none; there are: ${projections.map((projection) => projection.name).join(', ')}.`);
}

function reasonOf(text: string): string {
  const reason = text.trim();
  if (reason.length > 0 && reason.length <= 500) return reason;
  throw new InvalidArgumentError('It takes 1 to 500 characters.');
}

function positive(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError('It takes a number above 0.');
}
