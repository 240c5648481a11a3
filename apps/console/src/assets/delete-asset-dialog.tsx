import { ApiError, type Asset } from 'pin-publishing';
import { useState } from 'react';
import { Link } from 'wouter';
import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { countText } from '../shown/count-text';
import { Dialog } from '../shown/dialog';
import { Failure } from '../shown/failure';
import { Text } from '../shown/text';

interface DeleteAssetDialogProps {
  readonly asset: Asset;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

interface Waiting {
  readonly pins: number;
  readonly schedules: number;
}

/** Deletes a file; where something waits for it, only who agrees to that once more. */
export function DeleteAssetDialog({ asset, onClose, onDone }: DeleteAssetDialogProps) {
  // What was agreed to stays in sight while it is done.
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const write = useWrite(
    async () => {
      try {
        await client.assets.delete(asset.id, waiting === null ? {} : { confirm: true });
        return true;
      } catch (error) {
        const found = waitingIn(error);
        if (found === null) throw error;
        setWaiting(found);
        return false;
      }
    },
    (isDeleted) => isDeleted && onDone(),
  );
  return (
    <Dialog title="Delete this file?" onClose={onClose} isBusy={write.isBusy}>
      <p>
        <Text length={160}>{asset.original_filename}</Text> is gone for good, and its room is free. What is published stays.
      </p>
      {waiting !== null && (
        <div className="failure" role="alert">
          <p>
            <strong>
              {waiting.pins > 0 && (
                <>
                  <Link href="/pins">
                    {countText(waiting.pins)} {waiting.pins === 1 ? 'pin' : 'pins'}
                  </Link>{' '}
                </>
              )}
              {waiting.pins > 0 && waiting.schedules > 0 && 'and '}
              {waiting.schedules > 0 && (
                <>
                  <Link href="/schedules?status=scheduled">
                    {countText(waiting.schedules)} {waiting.schedules === 1 ? 'schedule' : 'schedules'}
                  </Link>{' '}
                </>
              )}
              {waiting.pins + waiting.schedules === 1 ? 'waits' : 'wait'} for it.
            </strong>{' '}
            What waits for it fails, should it be deleted all the same.
          </p>
        </div>
      )}
      {write.failure !== undefined && <Failure error={write.failure} what="The file is still there" />}
      <div className="actions">
        <button type="button" disabled={write.isBusy} onClick={onClose}>
          Keep it
        </button>
        <button type="button" className="danger" disabled={write.isBusy} onClick={() => void write.run()}>
          {waiting === null ? 'Delete the file' : 'Delete it all the same'}
        </button>
      </div>
    </Dialog>
  );
}

function waitingIn(error: unknown): Waiting | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const { waiting_pin_count: pins, waiting_schedule_count: schedules } = error.context;
  return typeof pins === 'number' && typeof schedules === 'number' ? { pins, schedules } : null;
}
