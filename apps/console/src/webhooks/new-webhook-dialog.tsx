import type { WebhookCreate } from 'pin-publishing';
import { useState, type FormEvent } from 'react';
import { useRead } from '../data/use-read';
import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { Dialog } from '../shown/dialog';
import { Failure } from '../shown/failure';
import { faultsOf, standsBesideFields } from '../shown/faults-of';
import { TextField } from '../shown/field';
import { Loaded } from '../shown/loaded';
import { Secret } from '../shown/secret';

interface NewWebhookDialogProps {
  readonly onClose: () => void;
  readonly onMade: () => void;
}

const fields = ['url', 'events'];
const usual: readonly string[] = ['pin.published', 'pin.failed'];

/** Subscribes an address to events, and shows this once with which secret they are signed. */
export function NewWebhookDialog({ onClose, onMade }: NewWebhookDialogProps) {
  const events = useRead(['webhook-events'], (signal) => client.webhooks.listEvents({ signal }));
  const [secret, setSecret] = useState<string | null>(null);
  const write = useWrite(async (form: FormData) => {
    const chosen = form.getAll('events') as NonNullable<WebhookCreate['events']>;
    const made = await client.webhooks.create({ url: String(form.get('url')), events: chosen });
    setSecret(made.secret ?? '');
    onMade();
  });
  const faults = faultsOf(write.failure, fields);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void write.run(new FormData(event.currentTarget));
  };
  if (secret !== null)
    return (
      <Dialog title="The webhook’s secret">
        <p role="status">Copy it now: it is not shown again. Your program verifies with it that messages come from here.</p>
        <Secret label="Secret">{secret}</Secret>
        <button type="button" className="main" onClick={onClose}>
          I have it
        </button>
      </Dialog>
    );
  return (
    <Dialog title="New webhook" onClose={onClose}>
      <form onSubmit={onSubmit}>
        {write.failure !== undefined && !standsBesideFields(write.failure, fields) && (
          <Failure error={write.failure} what="The webhook was not made" />
        )}
        <TextField label="Address" name="url" type="url" required maxLength={2048} fault={faults['url']} />
        <fieldset>
          <legend>Events</legend>
          <Loaded reading={events} what="The events">
            {(all) =>
              all.map(({ event, description }) => (
                <label key={event} className="check" title={description}>
                  <input type="checkbox" name="events" value={event} defaultChecked={usual.includes(event)} />
                  {event}
                </label>
              ))
            }
          </Loaded>
          {faults['events'] !== undefined && <p className="fault">{faults['events']}</p>}
        </fieldset>
        <div className="actions">
          <button type="button" onClick={onClose}>
            Leave it
          </button>
          <button className="main" disabled={write.isBusy}>
            Make the webhook
          </button>
        </div>
      </form>
    </Dialog>
  );
}
