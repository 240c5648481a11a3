import { describeTables } from '@pps/read-store';

export const idempotencyCommentsMigration = describeTables('idempotency', 'Requests that clients named by an idempotency key.', {
  key_record: {
    meaning: 'One request of a key, until a day after its answer.',
    columns: {
      request_hash: 'Keyed hash of project, epoch, route and key.',
      content_hash: 'Keyed hash of what was asked for.',
      creation_id: 'What the request makes takes its ids from this one, however often it is begun.',
      calls: 'How often it was begun.',
      holder: 'The call that works on it, or did so last.',
      held_until: 'Until then nobody else begins it again.',
      answer: 'The answer, compressed and sealed with the key of the organization; null while there is none.',
      kept_until: 'When the key is free again.',
    },
  },
});
