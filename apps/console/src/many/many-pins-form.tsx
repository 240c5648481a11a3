import type { ImportRow } from 'pin-publishing';
import { useState, type FormEvent } from 'react';
import { useLocation } from 'wouter';
import { useCreationName } from '../data/use-creation-name';
import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { Failure } from '../shown/failure';
import { ChoiceField, LongTextField } from '../shown/field';
import { useBillingStatus } from '../usage/use-billing-status';
import { readPastedPins } from './pasted-pins';
import { batchOf, withResults, type SentPin } from './sent-pin';

const most = { queue: 100, import: 500 } as const;
type Way = keyof typeof most;

/** Takes pasted JSON, and sends it: at once, or as an import that is worked off in the background. */
export function ManyPinsForm({ onSent }: { readonly onSent: (sent: readonly SentPin[]) => void }) {
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const [way, setWay] = useState<Way>('queue');
  const [fault, setFault] = useState<string | undefined>();
  const isImporting = useBillingStatus().data?.features.bulk_imports === true;
  const name = useCreationName(`${way} ${text}`);
  const write = useWrite(async (items: readonly unknown[]) => {
    const named = { idempotencyKey: name() };
    if (way === 'queue') onSent(withResults(items, await client.pins.createMany(batchOf(items), named)));
    else navigate(`/imports/${(await client.imports.createFromJson(items as readonly ImportRow[], named)).id}`);
  });
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const read = readPastedPins(text, most[way]);
    setFault(read.kind === 'fault' ? read.message : undefined);
    write.clear();
    if (read.kind === 'pins') void write.run(read.items);
  };
  return (
    <form onSubmit={onSubmit}>
      {write.failure !== undefined && <Failure error={write.failure} what="None of them was taken" />}
      <LongTextField
        label="Pins as JSON"
        rows={14}
        required
        spellCheck={false}
        value={text}
        fault={fault}
        hint='An array of pins as POST /v1/pins takes them: [{"account_id": "…", "board_id": "…", "title": "…", "image_url": "…"}]'
        onChange={({ target }) => setText(target.value)}
      />
      <ChoiceField
        label="Send them"
        value={way}
        hint={way === 'import' ? 'A row with run_at becomes a schedule. Refused rows are mended on the page of the import.' : undefined}
        onChange={({ target }) => setWay(target.value === 'import' ? 'import' : 'queue')}
      >
        <option value="queue">now, to 100, with an answer to each</option>
        {isImporting && <option value="import">as an import, to 500, in the background</option>}
      </ChoiceField>
      <div className="actions">
        <button className="main" disabled={write.isBusy}>
          Send the pins
        </button>
        <span role="status">{write.isBusy && 'At work …'}</span>
      </div>
    </form>
  );
}
