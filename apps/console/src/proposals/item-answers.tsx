import type { ProposalItem } from 'pin-publishing';
import { useState } from 'react';
import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { Failure } from '../shown/failure';
import { EditItemDialog } from './edit-item-dialog';

interface ItemAnswersProps {
  readonly id: string;
  readonly item: ProposalItem;
  /** It can still be answered. */
  readonly isOpen: boolean;
  readonly onAnswered: () => Promise<unknown>;
}

/** Agree, edit, decline: to this item, as it is shown. */
export function ItemAnswers({ id, item, isOpen, onAnswered }: ItemAnswersProps) {
  const [edits, setEdits] = useState(false);
  const { number, fingerprint, action } = item;
  const answering = useWrite(async (isYes: boolean) => {
    try {
      if (isYes) await client.proposals.approve(id, { items: [{ number, fingerprint }] });
      else await client.proposals.decline(id, { items: [{ number }] });
    } finally {
      await onAnswered();
    }
  });
  return (
    <div className="actions">
      {isOpen && (
        <>
          <button
            type="button"
            className="main"
            disabled={answering.isBusy}
            aria-label={`Agree to item ${number}`}
            onClick={() => void answering.run(true)}
          >
            Agree
          </button>
          {(action === 'publish' || action === 'schedule') && (
            <button type="button" aria-label={`Edit item ${number} …`} onClick={() => setEdits(true)}>
              Edit …
            </button>
          )}
          <button type="button" disabled={answering.isBusy} aria-label={`Decline item ${number}`} onClick={() => void answering.run(false)}>
            Decline
          </button>
        </>
      )}
      {answering.failure !== undefined && <Failure error={answering.failure} what="It was not answered" />}
      {edits && <EditItemDialog id={id} item={item} isOpen={isOpen} onClose={() => setEdits(false)} onAnswered={onAnswered} />}
    </div>
  );
}
