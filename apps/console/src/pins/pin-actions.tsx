import type { Pin } from 'pin-publishing';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { ConfirmDialog } from '../shown/confirm-dialog';
import { Failure } from '../shown/failure';

interface PinActionsProps {
  readonly pin: Pin;
  readonly onEdit: () => void;
  readonly onChange: () => void;
}

/** What can be done with a pin as it stands, by whom it is allowed to. */
export function PinActions({ pin, onEdit, onChange }: PinActionsProps) {
  const { permissions } = useMe();
  const [, navigate] = useLocation();
  const [asksToDelete, setAsksToDelete] = useState(false);
  const retry = useWrite(async () => {
    await client.pins.retry(pin.id);
    onChange();
  });
  const isWaiting = pin.status === 'queued' || pin.status === 'deferred';
  return (
    <>
      {pin.status === 'failed' && permissions.can_publish && (
        <button type="button" className="main" disabled={retry.isBusy} onClick={() => void retry.run()}>
          Retry
        </button>
      )}
      {pin.status !== 'publishing' && (
        <button type="button" onClick={onEdit}>
          Edit
        </button>
      )}
      {permissions.can_delete_content && pin.status !== 'publishing' && (
        <button type="button" className="danger" onClick={() => setAsksToDelete(true)}>
          {isWaiting ? 'Cancel …' : 'Delete …'}
        </button>
      )}
      {retry.failure !== undefined && <Failure error={retry.failure} what="It was not retried" />}
      {asksToDelete && (
        <ConfirmDialog
          title={isWaiting ? 'Cancel this pin?' : 'Delete this pin?'}
          action={isWaiting ? 'Cancel the pin' : 'Delete the pin'}
          failed="It was not deleted"
          act={() => client.pins.delete(pin.id)}
          onDone={() => navigate('/pins')}
          onClose={() => setAsksToDelete(false)}
        >
          <p>
            {isWaiting
              ? 'It is not published, and its unit of quota is given back.'
              : 'It is forgotten here; what was published stays on the network.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
