import type { ImportResult } from 'pin-publishing';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { useCreationName } from '../data/use-creation-name';
import { useRead } from '../data/use-read';
import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { Failure } from '../shown/failure';
import { Loaded } from '../shown/loaded';
import { MendingTable, SendMended } from '../shown/mending-table';
import { Text } from '../shown/text';
import { useMended } from '../shown/use-mended';
import { readRefusedFile, writeRows, type RefusedRow, type RefusedFile } from './refused-file';
import { MendRowDialog } from './mend-row-dialog';

interface MendedRowsProps {
  readonly id: string;
  readonly filename: string;
  /** Of the refused rows alone. */
  readonly results: readonly ImportResult[];
}

/** The refused rows, to be mended where they stand; only the mended ones are sent. */
export function MendedRows({ id, filename, results }: MendedRowsProps) {
  const reading = useRead(['failed-rows', id], async (signal) =>
    readRefusedFile(await client.imports.getFailedRows(id, { delimiter: 'comma' }, { signal })),
  );
  return (
    <Loaded reading={reading} what="The refused rows">
      {(failed) => <MendedTable {...{ failed, filename, results }} />}
    </Loaded>
  );
}

type Cells = RefusedRow['cells'];

function MendedTable({ failed, filename, results }: Omit<MendedRowsProps, 'id'> & { readonly failed: RefusedFile }) {
  const [, navigate] = useLocation();
  const { columns, rows } = failed;
  const { byPlace, inOrder, open, mend, leave, keep } = useMended<Cells>();
  const csv = useMemo(
    () =>
      writeRows(
        columns,
        inOrder.map(([, cells]) => cells),
      ),
    [columns, inOrder],
  );
  const name = useCreationName(csv);
  const write = useWrite(
    () =>
      client.imports.createFromCsv(new File([csv], `mended ${filename}`.slice(0, 200), { type: 'text/csv' }), { idempotencyKey: name() }),
    (made) => navigate(`/imports/${made.id}`),
  );
  // Rows are kept for some time; without all of them nobody knows which result is whose.
  const resultOf = (place: number): ImportResult | undefined => (results.length === rows.length ? results[place] : undefined);
  const opened = open === null ? undefined : rows[open];
  const shown = rows.map(({ cells, reason }, place) => ({
    number: resultOf(place)?.row_number ?? null,
    title: <Text length={100}>{(byPlace.get(place) ?? cells)['title'] ?? ''}</Text>,
    why: <Text>{reason}</Text>,
  }));
  return (
    <>
      {write.failure !== undefined && <Failure error={write.failure} what="The rows were not sent" />}
      <MendingTable label="Refused rows" thing="row" rows={shown} mended={byPlace} onMend={mend} />
      <p className="actions">
        <SendMended thing="row" count={byPlace.size} isBusy={write.isBusy} onSend={() => void write.run()} />
      </p>
      {open !== null && opened !== undefined && (
        <MendRowDialog
          columns={columns}
          row={opened}
          cells={byPlace.get(open) ?? opened.cells}
          field={resultOf(open)?.error_field ?? null}
          onClose={leave}
          onKeep={(cells) => keep(open, cells)}
          onLeave={() => keep(open, null)}
        />
      )}
    </>
  );
}
