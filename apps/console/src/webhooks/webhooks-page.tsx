import { useState } from 'react';
import { Link } from 'wouter';
import { useRead } from '../data/use-read';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { Badge } from '../shown/badge';
import { Empty } from '../shown/empty';
import { Loaded } from '../shown/loaded';
import { Moment } from '../shown/moment';
import { Page } from '../shown/page';
import { Text } from '../shown/text';
import { Wide } from '../shown/wide';
import { NewWebhookDialog } from './new-webhook-dialog';

export function WebhooksPage() {
  const { permissions } = useMe();
  const webhooks = useRead(['webhooks'], (signal) => client.webhooks.list({ signal }), { changes: ['webhook'] });
  const [isMaking, setMaking] = useState(false);
  const button = (
    <button type="button" className="main" onClick={() => setMaking(true)}>
      New webhook
    </button>
  );
  return (
    <Page title="Webhooks" actions={permissions.can_manage_integrations && button}>
      <Loaded reading={webhooks} what="The webhooks">
        {(all) =>
          all.length === 0 ? (
            <Empty title="There are no webhooks yet.">
              <p>A webhook tells a program of yours by a signed request when a pin is published, fails, and so on.</p>
            </Empty>
          ) : (
            <Wide label="The webhooks">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Sent to</th>
                    <th scope="col">Events</th>
                    <th scope="col">State</th>
                    <th scope="col">Made</th>
                  </tr>
                </thead>
                <tbody>
                  {all.map(({ id, url, events, is_enabled, disabled_reason, failing_since, created_at }) => (
                    <tr key={id}>
                      <td>
                        <Link href={`/webhooks/${id}`}>
                          <Text length={120}>{url}</Text>
                        </Link>
                      </td>
                      <td>{events.join(', ')}</td>
                      <td>
                        <Badge>{is_enabled ? (failing_since === null ? 'enabled' : 'failing') : 'disabled'}</Badge>{' '}
                        {disabled_reason?.replaceAll('_', ' ')}
                      </td>
                      <td className="whole">
                        <Moment at={created_at} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Wide>
          )
        }
      </Loaded>
      {isMaking && <NewWebhookDialog onClose={() => setMaking(false)} onMade={() => void webhooks.refetch()} />}
    </Page>
  );
}
