import { useState, type FormEvent } from 'react';
import { useRead } from '../data/use-read';
import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { serverNow } from '../session/server-now';
import { countText } from '../shown/count-text';
import { Dialog } from '../shown/dialog';
import { Failure } from '../shown/failure';
import { ChoiceField } from '../shown/field';
import { Loaded } from '../shown/loaded';

interface ReplayDialogProps {
  readonly webhookId: string;
  readonly onClose: () => void;
}

const hourMs = 3_600_000;

/** Sends past events once more, and shows how far that has come. */
export function ReplayDialog({ webhookId, onClose }: ReplayDialogProps) {
  const [replayId, setReplayId] = useState<string | null>(null);
  const start = useWrite(async (hours: number) => {
    const since = new Date(serverNow().getTime() - hours * hourMs);
    setReplayId((await client.webhooks.replay(webhookId, { since })).replay_id);
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void start.run(Number(new FormData(event.currentTarget).get('hours')));
  };
  if (replayId !== null) return <ReplayProgressDialog {...{ webhookId, replayId, onClose }} />;
  return (
    <Dialog title="Replay past events" onClose={onClose} isBusy={start.isBusy}>
      <form onSubmit={onSubmit}>
        {start.failure !== undefined && <Failure error={start.failure} what="The replay was not begun" />}
        <ChoiceField label="Events of the last" name="hours" hint="In order, with the ids that they had, beside what is new.">
          <option value="1">hour</option>
          <option value="24">24 hours</option>
          <option value="168">7 days</option>
          <option value="720">30 days</option>
        </ChoiceField>
        <div className="actions">
          <button type="button" disabled={start.isBusy} onClick={onClose}>
            Leave it
          </button>
          <button className="main" disabled={start.isBusy}>
            Replay
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function ReplayProgressDialog({ webhookId, replayId, onClose }: ReplayDialogProps & { readonly replayId: string }) {
  const progress = useRead(['replay', replayId], (signal) => client.webhooks.getReplay(webhookId, replayId, { signal }), {
    changes: [`webhook:${webhookId}`],
  });
  const cancel = useWrite(async () => {
    await client.webhooks.cancelReplay(webhookId, replayId);
    await progress.refetch();
  });
  return (
    <Dialog title="Replay" onClose={onClose}>
      <Loaded reading={progress} what="The replay">
        {({ status, replayed_count: done, queued_count: all }) => (
          <p role="status">
            {status}: {countText(done)} of {countText(all)} events are queued again.{' '}
            {status === 'running' && (
              <button type="button" disabled={cancel.isBusy} onClick={() => void cancel.run()}>
                Cancel the rest
              </button>
            )}
          </p>
        )}
      </Loaded>
      {cancel.failure !== undefined && <Failure error={cancel.failure} what="It goes on" />}
      <button type="button" className="main" onClick={onClose}>
        Close
      </button>
    </Dialog>
  );
}
