import type { EditSchedule, ProposalItem } from 'pin-publishing';
import { useState } from 'react';
import { client } from '../session/client';
import { Dialog } from '../shown/dialog';
import { LongTextField, TextField } from '../shown/field';
import { WriteForm } from '../shown/write-form';

interface EditItemDialogProps {
  readonly id: string;
  readonly item: ProposalItem;
  /** It can still be answered. */
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onAnswered: () => Promise<unknown>;
}

const fields = ['title', 'description', 'link_url', 'alt_text'] as const;

/** Agrees to an item with other words: what was not touched stays as it was proposed. */
export function EditItemDialog({ id, item, isOpen, onClose, onAnswered }: EditItemDialogProps) {
  const [opened] = useState(item);
  const [isSent, setSent] = useState(false);
  const proposed = (name: string): string => String(opened.after?.[name] ?? '');
  const agree = async (form: FormData): Promise<void> => {
    const given = fields.map((name) => [name, String(form.get(name)).replaceAll(/\r\n?/g, '\n')] as const);
    const changed = given.filter(([name, value]) => value !== proposed(name).replaceAll(/\r\n?/g, '\n'));
    const changes: EditSchedule = Object.fromEntries(changed.map(([name, value]) => [name, value === '' ? null : value]));
    setSent(true);
    try {
      await client.proposals.approve(id, {
        items: [{ number: opened.number, fingerprint: opened.fingerprint, ...(changed.length > 0 && { changes }) }],
      });
      onClose();
    } finally {
      setSent(false);
    }
    await onAnswered();
  };
  // A field of one line would take line ends out of what is not touched.
  const fieldOf = (name: string) => (/[\r\n]/.test(proposed(name)) ? LongTextField : TextField);
  const [TitleField, WordsField] = [fieldOf('title'), fieldOf('alt_text')];
  return (
    <Dialog title={`Edit item ${item.number}`} onClose={onClose}>
      {!isOpen && !isSent && (
        <p role="alert">It was answered elsewhere meanwhile, or has ended. What you typed is still here, to be copied.</p>
      )}
      <WriteForm act={agree} action="Agree to it like this" failed="It was not agreed to" fields={fields} onLeave={onClose}>
        {(faults) => (
          <>
            <TitleField label="Title" name="title" required maxLength={200} defaultValue={proposed('title')} fault={faults['title']} />
            <LongTextField
              label="Description"
              name="description"
              rows={4}
              defaultValue={proposed('description')}
              fault={faults['description']}
            />
            <TextField label="Leads to" name="link_url" type="url" defaultValue={proposed('link_url')} fault={faults['link_url']} />
            <WordsField label="Alternative text" name="alt_text" defaultValue={proposed('alt_text')} fault={faults['alt_text']} />
          </>
        )}
      </WriteForm>
    </Dialog>
  );
}
