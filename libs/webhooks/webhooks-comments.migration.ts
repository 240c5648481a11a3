import { describeTables } from '@pps/read-store';

export const webhooksCommentsMigration = describeTables(
  'webhooks',
  'What the outbox and the deliveries of webhooks need besides their facts.',
  {
    subscription: {
      meaning: 'Webhooks as the outbox process knows them.',
      columns: {
        webhook_id: 'The webhook.',
        project_id: 'Its project.',
        epoch: 'Epoch of the project that it was made in.',
        events: 'Names of the events it subscribes to; * is all.',
        account_ids: 'It is sent only events of these accounts; null is all.',
        is_deleted: 'True from its deletion on.',
        position: 'Where in the log its newest fact stands.',
      },
    },
    outbox_pin: {
      meaning:
        'What the outbox process reports of pins that may still have an event; every row may be lost, as it is then read from the log again.',
      columns: {
        pin_id: 'The pin.',
        revision: 'Which fact of the pin it is as of; after any other than the next one, the facts between are read from the log.',
        account_id: 'The platform account that publishes it.',
        board_id: 'The board it goes to.',
        title: 'Its title.',
        schedule_id: 'The schedule that made it, if one did.',
        import_job_id: 'The import that made it, if one did.',
        known_since: 'When the row was made; it is deleted 90 days later.',
      },
    },
    offer: {
      meaning: 'Deliveries offered to the workers; a batch holds one slot of its webhook until its deliveries move on or the time is up.',
      columns: {
        delivery_id: 'The delivery.',
        webhook_id: 'The webhook it goes to.',
        batch_id: 'The batch it is in; a worker makes its deliveries one after another.',
        sequence: 'Number of the event among those of the webhook.',
        attempt: 'The attempt that is due.',
        position: 'Where in the log the fact stands that made it due; after another fact it is another offer.',
        offered_until: 'When it may be offered again if nobody has claimed it.',
        claimed_until: 'When it may be offered again although a worker has claimed it; null before.',
        is_first: 'Whether the delivery had no offer before.',
      },
    },
    attempt_response: {
      meaning: 'What endpoints answered; deleted after 30 days.',
      columns: {
        delivery_id: 'The delivery.',
        n: 'Number of the attempt, from 1.',
        body: 'Beginning of the answer.',
        created_at: 'When it came.',
      },
    },
    failure: {
      meaning: 'Webhooks whose attempts have all failed since first_at.',
      columns: {
        webhook_id: 'The webhook.',
        first_at: 'The first failure after the last success.',
        last_at: 'The newest failure.',
        attempts: 'Attempts that failed since.',
        reported_at: 'When the owner was to be notified; null before.',
      },
    },
  },
);
