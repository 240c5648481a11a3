import type { WebhookCreate } from 'pin-publishing';
import type { FormEvent } from 'react';
import { useRead } from '../data/use-read';
import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { makeSecret } from '../session/held-secret';
import { Dialog } from '../shown/dialog';
import { Failure } from '../shown/failure';
import { faultsOf, standsBesideFields } from '../shown/faults-of';
import { TextField } from '../shown/field';
import { Loaded } from '../shown/loaded';

interface NewWebhookDialogProps {
  readonly onClose: () => void;
  readonly onMade: () => void;
}

const fields = ['url', 'events'];
const shownOnce = {
  title: 'The webhook’s secret',
  note: 'Copy it now: it is not shown again. Your program verifies with it that messages come from here.',
  label: 'Secret',
  taken: 'I have it',
};
const usual: readonly string[] = ['pin.published', 'pin.failed'];

/** Subscribes an address to events, and shows this once with which secret they are signed. */
export function NewWebhookDialog({ onClose, onMade }: NewWebhookDialogProps) {
  const events = useRead(['webhook-events'], (signal) => client.webhooks.listEvents({ signal }));
  const { active_project: project } = useMe();
  const write = useWrite((form: FormData) => {
    const chosen = form.getAll('events') as NonNullable<WebhookCreate['events']>;
    const make = async () => {
      const made = await client.webhooks.create({ url: String(form.get('url')), events: chosen });
      return { ...shownOnce, subject: made.url, project: project.name, text: made.secret ?? '' };
    };
    return makeSecret(make, () => {
      onClose();
      onMade();
    });
  });
  const faults = faultsOf(write.failure, fields);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void write.run(new FormData(event.currentTarget));
  };
  return (
    <Dialog title="New webhook" onClose={onClose} isBusy={write.isBusy}>
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
          <button type="button" disabled={write.isBusy} onClick={onClose}>
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
