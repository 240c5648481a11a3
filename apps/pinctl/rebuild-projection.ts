import { ledDuties } from '@pps/leases';
import {
  beginRebuild,
  checkpoints,
  compareBuilds,
  discardBuild,
  isMaintained,
  type Checkpoint,
  type Comparison,
  type Database,
  type Projection,
} from '@pps/read-store';
import { setTimeout as delay } from 'node:timers/promises';
import { CommandFailed, exitCodes } from './command-failed';

export interface Patience {
  readonly timeoutMs: number;
  readonly say: (line: string) => void;
}

const lookEveryMs = 250;
const sayEveryMs = 5_000;
/** Another projector takes over within 5 s. */
const takeOverMs = 15_000;

/** Builds the projection anew beside the build that serves and waits until it serves instead: gives its name. Throws when it differs, stops or takes too long. */
export async function rebuildProjection(
  db: Database,
  projection: Projection,
  acceptDifference: boolean,
  patience: Patience,
): Promise<string> {
  await requireProjector(db, projection);
  const build = await beginRebuild(db, projection, acceptDifference ? 'switch_even_if_different' : 'switch');
  const name = `${projection.name} v${build.version} build ${build.build}`;
  patience.say(`${name} is being built`);
  const outcome = await outcomeOf(db, build, patience);
  if (outcome === 'serving') return name;
  throw new CommandFailed(
    `${name} ${outcome}; the old build goes on serving. See what is wrong, or use the rebuilt rows all the same with: ` +
      `pinctl projections rebuild ${projection.name} --accept-difference`,
    exitCodes.refused,
  );
}

/** Builds the projection anew, compares it with what serves at one position of the log, and drops it again. */
export async function compareProjection(db: Database, projection: Projection, patience: Patience): Promise<Comparison> {
  await requireProjector(db, projection);
  const known = (await checkpoints.all(db, 'projection')).filter(({ name }) => name === projection.name);
  const serving = known.find((checkpoint) => checkpoint.serving);
  if (!serving || serving.version !== projection.version) {
    throw new CommandFailed(`version ${projection.version} of ${projection.name} does not serve: nothing to compare`, exitCodes.refused);
  }
  const held = known.find((checkpoint) => !checkpoint.serving && checkpoint.version === projection.version);
  if (held && held.finding === null) throw new CommandFailed(`${projection.name} is being rebuilt`, exitCodes.refused);
  const build = held ?? (await beginRebuild(db, projection, 'keep'));
  try {
    if (!held) await outcomeOf(db, build, patience);
    return await compareWhenCaughtUp(db, projection, serving, build, patience);
  } finally {
    if (!held) await discardBuild(db, projection, build);
  }
}

async function requireProjector(db: Database, projection: Projection): Promise<void> {
  const deadline = performance.now() + takeOverMs;
  while (!isMaintained(await ledDuties(db), projection)) {
    if (performance.now() >= deadline) {
      throw new CommandFailed('no projector of this release runs, so nothing would be built', exitCodes.refused);
    }
    await delay(lookEveryMs);
  }
}

async function compareWhenCaughtUp(
  db: Database,
  { name, tables }: Projection,
  serving: Checkpoint,
  build: Checkpoint,
  { timeoutMs }: Patience,
): Promise<Comparison> {
  for (const deadline = performance.now() + timeoutMs; performance.now() < deadline; await delay(lookEveryMs)) {
    const comparison = await compareBuilds(db, name, tables, serving, build);
    if (comparison) return comparison;
  }
  throw new CommandFailed(`the two builds of ${name} did not meet within ${timeoutMs / 60_000} min`, exitCodes.refused);
}

/** `serving`, or what was found instead. */
async function outcomeOf(db: Database, { name, version, build }: Checkpoint, { timeoutMs, say }: Patience): Promise<string> {
  const deadline = performance.now() + timeoutMs;
  for (let sayAt = performance.now() + sayEveryMs; performance.now() < deadline; await delay(lookEveryMs)) {
    const known = (await checkpoints.all(db, 'projection')).filter((checkpoint) => checkpoint.name === name);
    const own = known.find((checkpoint) => checkpoint.version === version && checkpoint.build === build);
    if (!own) throw new CommandFailed(`somebody else dropped build ${build} of ${name}`, exitCodes.refused);
    if (own.serving) return 'serving';
    if (own.stoppedError !== null) return `stopped at ${own.stoppedFact?.position ?? own.position}: ${own.stoppedError}`;
    if (own.finding !== null) return own.finding;
    if (performance.now() < sayAt) continue;
    sayAt = performance.now() + sayEveryMs;
    say(`at ${own.position} of ${known.find((checkpoint) => checkpoint.serving)?.position ?? '?'}`);
  }
  throw new CommandFailed(
    `build ${build} of ${name} was not done within ${timeoutMs / 60_000} min; it goes on in the projector`,
    exitCodes.refused,
  );
}
