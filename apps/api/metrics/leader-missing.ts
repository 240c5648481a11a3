import { isDutyOfAll, isProjectorDuty, projectionDuty } from '@pps/read-store';
import { projectionShares } from '@projections/index';

/**
 * Seconds without a leader, by host, from those of each duty: of projectors the longest of any read model, of orchestrators the shortest of any duty. A
 * host that never led is absent.
 */
export function leaderMissing(unled: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const shortestOf = (isMeant: (duty: string) => boolean) =>
    Math.min(...[...unled].flatMap(([duty, seconds]) => (isMeant(duty) ? seconds : [])));
  // Read models of other releases may have ended for good.
  const shares = projectionShares.flatMap((projections) => unled.get(projectionDuty(projections)) ?? []);
  const longestOfShares = shares.length > 0 ? Math.max(...shares) : Infinity;
  const hosts = new Map([
    // A projector of an older release maintains all of them.
    ['projector', Math.min(longestOfShares, shortestOf(isDutyOfAll))],
    ['orchestrator', shortestOf((duty) => !isProjectorDuty(duty))],
  ]);
  return new Map([...hosts].filter(([, seconds]) => seconds < Infinity));
}
