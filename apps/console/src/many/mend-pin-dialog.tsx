import type { ErrorBody } from 'pin-publishing';
import { useState, type FormEvent } from 'react';
import { Dialog } from '../shown/dialog';
import { LongTextField } from '../shown/field';
import { Text } from '../shown/text';
import { readPastedPin } from './pasted-pins';
import { reasonsOf } from './sent-pin';

interface MendPinDialogProps {
  readonly item: unknown;
  readonly error: ErrorBody | null;
  readonly onClose: () => void;
  readonly onKeep: (item: unknown) => void;
}

const mostFaults = 20;

/** One refused pin as JSON, below everything that is wrong with it. */
export function MendPinDialog({ item, error, onClose, onKeep }: MendPinDialogProps) {
  const [fault, setFault] = useState<string | undefined>();
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const read = readPastedPin(String(new FormData(event.currentTarget).get('item')));
    if (read.kind === 'fault') setFault(read.message);
    else onKeep(read.items[0]);
  };
  return (
    <Dialog title="Mend a pin" onClose={onClose}>
      <form onSubmit={onSubmit}>
        {error !== null && (
          <>
            <ul className="fault">
              {reasonsOf(error)
                .slice(0, mostFaults)
                .map((reason) => (
                  <li key={reason}>
                    <Text>{reason}</Text>
                  </li>
                ))}
            </ul>
            <p>
              <Text>{error.remediation}</Text>
            </p>
          </>
        )}
        <LongTextField
          label="The pin as JSON"
          name="item"
          rows={12}
          required
          spellCheck={false}
          defaultValue={JSON.stringify(item, null, 2)}
          fault={fault}
        />
        <div className="actions">
          <button type="button" onClick={onClose}>
            Close
          </button>
          <button className="main">Keep</button>
        </div>
      </form>
    </Dialog>
  );
}
