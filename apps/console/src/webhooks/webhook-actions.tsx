import type { Webhook } from 'pin-publishing';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { ConfirmDialog } from '../shown/confirm-dialog';
import { Failure } from '../shown/failure';
import { ReplayDialog } from './replay-dialog';

interface WebhookActionsProps {
  readonly webhook: Webhook;
  readonly onChange: () => void;
}

/** Test, replay, on and off, the end: for who may change integrations. */
export function WebhookActions({ webhook, onChange }: WebhookActionsProps) {
  const { permissions } = useMe();
  const [, navigate] = useLocation();
  const [asked, setAsked] = useState<'delete' | 'replay' | null>(null);
  const [told, setTold] = useState('');
  const test = useWrite(async () => {
    await client.webhooks.test(webhook.id);
    setTold('A test is on its way: see the deliveries.');
    onChange();
  });
  const turn = useWrite(async () => {
    await client.webhooks.update(webhook.id, { is_enabled: !webhook.is_enabled });
    onChange();
  });
  if (!permissions.can_manage_integrations) return null;
  const failure = test.failure ?? turn.failure;
  return (
    <>
      <button type="button" disabled={test.isBusy} onClick={() => void test.run()}>
        Send a test
      </button>
      <button type="button" onClick={() => setAsked('replay')}>
        Replay …
      </button>
      <button type="button" disabled={turn.isBusy} onClick={() => void turn.run()}>
        {webhook.is_enabled ? 'Turn off' : 'Turn on'}
      </button>
      <button type="button" className="danger" onClick={() => setAsked('delete')}>
        Delete …
      </button>
      <span role="status">{told}</span>
      {failure !== undefined && <Failure error={failure} what="It was not done" />}
      {asked === 'replay' && <ReplayDialog webhookId={webhook.id} onClose={() => setAsked(null)} />}
      {asked === 'delete' && (
        <ConfirmDialog
          title="Delete this webhook?"
          action="Delete the webhook"
          failed="It was not deleted"
          act={() => client.webhooks.delete(webhook.id)}
          onDone={() => navigate('/webhooks')}
          onClose={() => setAsked(null)}
        >
          <p>Nothing more is sent to it, and its deliveries are gone.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
