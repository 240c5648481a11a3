import type { Database } from '@pps/read-store';

/** An uploaded file as its bytes are found by. */
export interface ProjectFile {
  readonly assetId: string;
  readonly originalFilename: string;
  /** Where its fact stands in the log: the order of uploads. */
  readonly position: string;
}

/** The next files of a project that are stored and not deleted, in the order of their upload, at most so many. */
export async function filesOfProject(
  db: Database,
  { projectId, epoch }: { readonly projectId: string; readonly epoch: number },
  after: string | null,
  limit: number,
): Promise<ProjectFile[]> {
  const rows = (await db('read.assets')
    .where({ project_id: projectId, epoch })
    .andWhere('position', '>', after ?? '-1')
    .orderBy('position')
    .limit(limit)
    .select('asset_id', 'original_filename', 'position')) as { asset_id: string; original_filename: string; position: string }[];
  return rows.map(({ asset_id, original_filename, position }) => ({ assetId: asset_id, originalFilename: original_filename, position }));
}
