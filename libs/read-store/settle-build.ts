import { pause } from '@pps/concurrency';
import { checkpoints } from './checkpoint.store';
import { compareBuilds, findingOf } from './compare-builds';
import { retryWhileUnavailable } from './retry-while-unavailable';
import type { RunningBuild } from './project-batch';
import { switchToBuild } from './set-up-projection';
import type { ProjectorOptions } from './projector-options';

const pollMs = 50;

/**
 * Decides about a build that has caught up: one of a raised version serves from now on; a rebuild of the version that serves is compared with it
 * first, and serves if both are equal (or if the operator wanted it either way).
 */
export async function settleBuild(options: ProjectorOptions, member: RunningBuild): Promise<void> {
  const { db, signal, log } = options;
  const { projection, build } = member;
  const name = `${projection.name} v${projection.version} build ${build}`;
  await retryWhileUnavailable(options, async () => {
    while (!signal.aborted && !member.gone && !member.stopped) {
      const known = (await checkpoints.all(db, 'projection')).filter((checkpoint) => checkpoint.name === projection.name);
      const own = known.find((checkpoint) => checkpoint.version === projection.version && checkpoint.build === build);
      const serving = known.find((checkpoint) => checkpoint.serving);
      if (!own || own.serving || own.finding !== null) return;
      if (serving?.version === projection.version && serving.stoppedError === null) {
        const comparison = await compareBuilds(db, projection.name, projection.tables, serving, own);
        if (!comparison) {
          await pause(pollMs, signal);
          continue;
        }
        const finding = findingOf(comparison);
        log(comparison.equal ? 'info' : 'warn', `projection ${name}: ${finding}`, { position: comparison.position.toString() });
        if (own.onReaching === 'keep' || (!comparison.equal && own.onReaching === 'switch')) {
          await db('read_store.checkpoint')
            .where({ kind: 'projection', name: projection.name, version: projection.version, build })
            .update({ finding: `${finding} at ${comparison.position}` });
          return;
        }
      }
      if (own.onReaching === 'keep') return;
      if (!(await db.transaction((tx) => switchToBuild(tx, projection, build)))) {
        await pause(pollMs, signal);
        continue;
      }
      member.serving = true;
      log('info', `projection ${name} serves from now on`);
      return;
    }
  });
}
