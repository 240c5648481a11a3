import type { ProposalItem } from 'pin-publishing';
import { useState } from 'react';
import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { ConfirmDialog } from '../shown/confirm-dialog';
import { Failure } from '../shown/failure';

interface ProposalAnswersProps {
  readonly id: string;
  /** Those that are shown and can be answered. */
  readonly items: readonly ProposalItem[];
  readonly onAnswered: () => Promise<unknown>;
}

/** One answer to everything that is shown: named item by item, so that nothing else is meant. */
export function ProposalAnswers({ id, items, onAnswered }: ProposalAnswersProps) {
  const [asksToDecline, setAsksToDecline] = useState(false);
  const agreeing = useWrite(async () => {
    try {
      await client.proposals.approve(id, { items: items.map(({ number, fingerprint }) => ({ number, fingerprint })) });
    } finally {
      await onAnswered();
    }
  });
  return (
    <div className="actions">
      <button type="button" className="main" disabled={agreeing.isBusy} onClick={() => void agreeing.run()}>
        Agree to all {items.length}
      </button>
      <button type="button" className="danger" onClick={() => setAsksToDecline(true)}>
        Decline all …
      </button>
      {agreeing.failure !== undefined && <Failure error={agreeing.failure} what="Not all of it was agreed to" />}
      {asksToDecline && (
        <ConfirmDialog
          title={`Decline all ${items.length}?`}
          action="Decline them"
          failed="They were not declined"
          act={async () => {
            await client.proposals.decline(id, { items: items.map(({ number }) => ({ number })) });
            await onAnswered();
          }}
          onDone={() => setAsksToDecline(false)}
          onClose={() => setAsksToDecline(false)}
        >
          <p>They will not be done, and the program can propose others.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
