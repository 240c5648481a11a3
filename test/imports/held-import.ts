import { send } from '../../apps/simulators/testing';
import type { PlatformService } from '../setup/platform-service';
import type { Headers } from '../setup/platform-user';
import { eventually } from '../setup/eventually';
import type { Importer } from './importer';

export interface HeldImport {
  readonly id: string;
  /** Lets the platform answer, so that the import goes on. */
  release(): Promise<void>;
}

/** The import of one row, and then one of so many rows, of which the first 25 are done: the second portion waits for the platform to say what its board is. */
export async function heldImport(
  { control, simulatorsUrl }: PlatformService,
  importer: Importer,
  rows: number,
  headers?: Headers,
): Promise<HeldImport> {
  const board = (await importer.post('/v1/platform/boards', { account_id: importer.accountId, name: 'Slow' })).body.id;
  await importer.ended((await importer.sendJson([importer.row('First')])).body.id);
  await control('faults', { operation: 'boards.get', delay_ms: 600_000 });
  const all = Array.from({ length: rows }, (_, n) => importer.row(`Row ${n}`, n < 25 ? {} : { board_id: board }));
  const { id } = (await importer.sendJson(all, headers)).body;
  await eventually('progress', async () => ((await importer.get(`/v1/pins/imports/${id}`)).body.processed_rows > 0 ? true : undefined));
  return {
    id,
    release: async () => void (await send('DELETE', `${simulatorsUrl}/platform/_control/faults?operation=boards.get`)),
  };
}
