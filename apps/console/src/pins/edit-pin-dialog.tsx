import type { EditPin, Pin } from 'pin-publishing';
import { useState, type FormEvent } from 'react';
import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { Dialog } from '../shown/dialog';
import { Failure } from '../shown/failure';
import { faultsOf, standsBesideFields } from '../shown/faults-of';
import { LongTextField, TextField } from '../shown/field';

interface EditPinDialogProps {
  readonly pin: Pin;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

const fields = ['title', 'description', 'link_url', 'alt_text'] as const;

/** Changes the words of a pin: what was not touched is not sent, so that what others have changed meanwhile stays. */
export function EditPinDialog({ pin, onClose, onSaved }: EditPinDialogProps) {
  const [opened] = useState(pin);
  const write = useWrite(
    (changes: EditPin) => client.pins.update(pin.id, changes),
    () => {
      onSaved();
      onClose();
    },
  );
  const faults = faultsOf(write.failure, fields);
  const save = (form: FormData): void => {
    const given = fields.map((name) => [name, String(form.get(name)).replaceAll('\r\n', '\n')] as const);
    const changes = Object.fromEntries(given.filter(([name, value]) => value !== (opened[name] ?? '')));
    if (Object.keys(changes).length === 0) onClose();
    else void write.run(changes);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save(new FormData(event.currentTarget));
  };
  return (
    <Dialog title="Edit the pin" onClose={onClose} isBusy={write.isBusy}>
      <form onSubmit={onSubmit}>
        {write.failure !== undefined && !standsBesideFields(write.failure, fields) && (
          <Failure error={write.failure} what="It was not saved" />
        )}
        <TextField label="Title" name="title" required maxLength={100} defaultValue={pin.title} fault={faults['title']} />
        <LongTextField
          label="Description"
          name="description"
          rows={4}
          maxLength={800}
          defaultValue={pin.description ?? ''}
          fault={faults['description']}
        />
        <TextField
          label="Leads to"
          name="link_url"
          type="url"
          maxLength={2048}
          defaultValue={pin.link_url ?? ''}
          fault={faults['link_url']}
        />
        <TextField label="Alternative text" name="alt_text" maxLength={500} defaultValue={pin.alt_text ?? ''} fault={faults['alt_text']} />
        <div className="actions">
          <button type="button" disabled={write.isBusy} onClick={onClose}>
            Leave it
          </button>
          <button className="main" disabled={write.isBusy}>
            Save
          </button>
        </div>
      </form>
    </Dialog>
  );
}
