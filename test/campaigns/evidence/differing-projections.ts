import { openDatabase } from '@pps/read-store';
import { projections } from '@projections/index';
import { compareProjection } from '../../../apps/pinctl/rebuild-projection';

/** The read models, all or those of these names, that are not what a rebuild makes of the log. */
export async function differingProjections(databaseUrl: string, names?: readonly string[]): Promise<string[]> {
  const db = openDatabase(databaseUrl, 2);
  const differing: string[] = [];
  try {
    for (const projection of projections.filter(({ name }) => names?.includes(name) ?? true)) {
      const { equal } = await compareProjection(db, projection, { timeoutMs: 120_000, say: () => undefined });
      if (!equal) differing.push(`the projection ${projection.name} differs from its rebuild`);
    }
  } finally {
    await db.destroy();
  }
  return differing;
}
