import type { Board, BoardUpdate } from 'pin-publishing';
import { useState } from 'react';
import { useCreationNames } from '../data/use-creation-name';
import { client } from '../session/client';
import { Dialog } from '../shown/dialog';
import { ChoiceField, LongTextField, TextField } from '../shown/field';
import { WriteForm } from '../shown/write-form';

interface BoardDialogProps {
  readonly accountId: string;
  /** The board that is changed; absent: a new one is made. */
  readonly board?: Board;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const fields = ['name', 'description', 'privacy'];

/** Makes a board on the network, or changes what of one was touched. */
export function BoardDialog({ accountId, board: shown, onClose, onDone }: BoardDialogProps) {
  // What was touched is told by what stood here when it was opened, whatever others change meanwhile.
  const [board] = useState(shown);
  const [nameOf] = useCreationNames();
  // A field of one line would take line ends out of what is not touched.
  const NameField = /[\r\n]/.test(board?.name ?? '') ? LongTextField : TextField;
  const act = async (form: FormData): Promise<void> => {
    const { name = '', description, privacy } = typedIn(form);
    if (board) await client.boards.update(board.id, { account_id: accountId, ...changesOf(board, { name, description, privacy }) });
    else
      await client.boards.create(
        { account_id: accountId, name, privacy, ...(description && { description }) },
        { idempotencyKey: nameOf(JSON.stringify([accountId, name, privacy, description])) },
      );
  };
  const done = (): void => {
    onDone();
    onClose();
  };
  return (
    <Dialog title={board ? 'Change the board' : 'New board'} onClose={onClose}>
      <WriteForm
        act={act}
        onDone={done}
        action={board ? 'Change the board' : 'Make the board'}
        failed={board ? 'The board is as it was' : 'The board was not made'}
        fields={fields}
        onLeave={onClose}
      >
        {(faults) => (
          <>
            <NameField label="Name" name="name" required maxLength={180} defaultValue={board?.name} fault={faults['name']} />
            <LongTextField
              label="Description"
              name="description"
              rows={4}
              maxLength={500}
              defaultValue={board?.description ?? ''}
              fault={faults['description']}
            />
            <ChoiceField label="Seen by" name="privacy" defaultValue={board?.privacy} fault={faults['privacy']}>
              {board?.privacy === 'PROTECTED' && <option value="PROTECTED">whom the network lets</option>}
              <option value="PUBLIC">everybody</option>
              <option value="SECRET">its owner</option>
            </ChoiceField>
          </>
        )}
      </WriteForm>
    </Dialog>
  );
}

type Typed = Pick<BoardUpdate, 'name' | 'description'> & { readonly privacy?: 'PUBLIC' | 'SECRET' | undefined };

/** Browsers send every line end as two characters. */
const textIn = (form: FormData, name: string): string => withPlainEnds(String(form.get(name)));

const withPlainEnds = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

function typedIn(form: FormData) {
  const privacy = textIn(form, 'privacy');
  return {
    name: textIn(form, 'name'),
    description: textIn(form, 'description'),
    privacy: privacy === 'PUBLIC' || privacy === 'SECRET' ? privacy : undefined,
  } as const;
}

const changesOf = (board: Board, { name, description, privacy }: Typed): BoardUpdate => ({
  ...(name !== withPlainEnds(board.name) && { name }),
  ...(description !== withPlainEnds(board.description ?? '') && { description }),
  ...(privacy !== undefined && privacy !== board.privacy && { privacy }),
});
