import type { FormEvent } from 'react';
import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { Dialog } from '../shown/dialog';
import { Failure } from '../shown/failure';
import { faultsOf, standsBesideFields } from '../shown/faults-of';
import { ChoiceField, TextField } from '../shown/field';

interface NewBoardDialogProps {
  readonly accountId: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const fields = ['name', 'description', 'privacy'];

/** Makes a board on the network. */
export function NewBoardDialog({ accountId, onClose, onDone }: NewBoardDialogProps) {
  const write = useWrite((form: FormData) => {
    const [name, description, privacy] = fields.map((each) => String(form.get(each)));
    return client.boards.create({
      account_id: accountId,
      name: name ?? '',
      privacy: privacy === 'SECRET' ? 'SECRET' : 'PUBLIC',
      ...(description && { description }),
    });
  });
  const faults = faultsOf(write.failure, fields);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void write.run(new FormData(event.currentTarget)).then((isDone) => {
      if (!isDone) return;
      onDone();
      onClose();
    });
  };
  return (
    <Dialog title="New board" onClose={onClose}>
      <form onSubmit={onSubmit}>
        {write.failure !== undefined && !standsBesideFields(write.failure, fields) && (
          <Failure error={write.failure} what="The board was not made" />
        )}
        <TextField label="Name" name="name" required maxLength={180} fault={faults['name']} />
        <TextField label="Description" name="description" maxLength={500} fault={faults['description']} />
        <ChoiceField label="Seen by" name="privacy" fault={faults['privacy']}>
          <option value="PUBLIC">everybody</option>
          <option value="SECRET">its owner</option>
        </ChoiceField>
        <div className="actions">
          <button type="button" onClick={onClose}>
            Leave it
          </button>
          <button className="main" disabled={write.isBusy}>
            Make the board
          </button>
        </div>
      </form>
    </Dialog>
  );
}
