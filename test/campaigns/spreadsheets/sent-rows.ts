import type { Importer } from '../../imports/importer';
import { askedFieldsOf, type AskedFields, type RowResult } from './judge-rows';

/** A row as it was taken, and what stands for it. */
export type SentRow = RowResult & { readonly asked: AskedFields };

export interface SentFile {
  readonly jobId: string | null;
  /** Why the file was refused as a whole, or null. */
  readonly refusal: string | null;
  readonly rows: readonly SentRow[];
}

const nothing: AskedFields = {};

/** Sends a file, waits for the end of its import and reads what its rows have made. */
export async function sendRows(importer: Importer, file: string | Uint8Array<ArrayBuffer>): Promise<SentFile> {
  const { status, body } = await importer.sendCsv(file);
  if (status === 422) return { jobId: null, refusal: String(body.error.message), rows: [] };
  if (status !== 202) throw new Error(`a file was answered ${status}: ${JSON.stringify(body)}`);
  const results: readonly RowResult[] = (await importer.ended(body.id)).results;
  return {
    jobId: body.id,
    refusal: null,
    rows: await Promise.all(results.map(async (row) => ({ ...row, asked: await askedOf(importer, row) }))),
  };
}

async function askedOf(importer: Importer, { pin_id, schedule_id }: RowResult): Promise<AskedFields> {
  if (pin_id === null && schedule_id === null) return nothing;
  const path = pin_id === null ? `/v1/schedules/${schedule_id}` : `/v1/pins/${pin_id}`;
  const { status, body } = await importer.get(path);
  if (status !== 200) throw new Error(`${path} was answered ${status}`);
  return askedFieldsOf(body);
}
