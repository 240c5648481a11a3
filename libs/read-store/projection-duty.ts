import type { Projection } from './projection';

type ProjectionVersion = Pick<Projection, 'name' | 'version'>;

const prefix = 'projection ';
const separator = ', ';
/** Releases up to 1.58 had one duty for all projections: this, and a hash of their versions. */
const prefixOfAll = 'projections ';

/**
 * The duty of maintaining these projections in these versions: projectors of whatever release that have the code of them share it. While releases
 * overlap, those of the older one feed the versions that only they know, and those of the newer one build theirs.
 */
export const projectionDuty = (projections: readonly ProjectionVersion[]): string =>
  prefix + projections.map(versionOf).sort().join(separator);

/** Whether a duty is one of projectors, of whatever release. */
export const isProjectorDuty = (duty: string): boolean => duty.startsWith(prefix) || isDutyOfAll(duty);

/** Whether it is the one duty that releases up to 1.58 had for all projections. */
export const isDutyOfAll = (duty: string): boolean => duty.startsWith(prefixOfAll);

/** Whether one of these duties is that of maintaining this version of the projection. */
export const isMaintained = (duties: Iterable<string>, projection: ProjectionVersion): boolean =>
  [...duties].some((duty) => duty.startsWith(prefix) && duty.slice(prefix.length).split(separator).includes(versionOf(projection)));

const versionOf = ({ name, version }: ProjectionVersion): string => `${name} ${version}`;
