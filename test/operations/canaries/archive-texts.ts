import { readArchive } from '@pps/asset-storage/testing';
import { eventually } from '../../setup/eventually';
import type { Headers } from '../../setup/platform-user';
import type { WholeService } from '../../story/whole-service';

/** The files of an archive of the account that the session asks for, by source. */
export async function readArchiveTexts({ call, url }: WholeService, session: Headers): Promise<ReadonlyMap<string, string>> {
  const { status } = await call('POST', '/v1/auth/account/export', undefined, session);
  if (status !== 202) throw new Error(`the export was answered ${status}`);
  const link = await eventually('the archive is ready', async () => {
    const { body } = await call('GET', '/v1/auth/account/export', undefined, session);
    return (body.download_url as string | null) ?? undefined;
  });
  const { pathname, search } = new URL(link);
  const answer = await fetch(`${url}${pathname}${search}`, { signal: AbortSignal.timeout(120_000) });
  const files = readArchive(Buffer.from(await answer.arrayBuffer()));
  return new Map([...files].map(([path, bytes]) => [`archive ${path}`, bytes.toString('latin1')]));
}
