import { useRef, type FormEvent } from 'react';
import { useLocation } from 'wouter';
import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { Dialog } from '../shown/dialog';
import { Failure } from '../shown/failure';
import { TextField } from '../shown/field';

/** Sends a file of pins; who sends the same one again after a lost answer imports nothing twice. */
export function NewImportDialog({ onClose }: { readonly onClose: () => void }) {
  const [, navigate] = useLocation();
  const chosen = useRef<{ readonly file: File; readonly name: string } | null>(null);
  const write = useWrite(
    async () => {
      if (chosen.current === null) return null;
      const { file, name: idempotencyKey } = chosen.current;
      return client.imports.createFromCsv(file, { idempotencyKey });
    },
    (made) => made && navigate(`/imports/${made.id}`),
  );
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void write.run();
  };
  return (
    <Dialog title="New import" onClose={onClose} isBusy={write.isBusy}>
      <form onSubmit={onSubmit}>
        {write.failure !== undefined && <Failure error={write.failure} what="The file was not imported" />}
        <TextField
          label="CSV file"
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          required
          onChange={({ target }) => {
            const file = target.files?.[0];
            chosen.current = file ? { file, name: crypto.randomUUID() } : null;
            write.clear();
          }}
        />
        <div className="actions">
          <button type="button" disabled={write.isBusy} onClick={onClose}>
            Leave it
          </button>
          <button className="main" disabled={write.isBusy}>
            Import
          </button>
        </div>
      </form>
    </Dialog>
  );
}
