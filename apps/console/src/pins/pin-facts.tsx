import type { Pin } from 'pin-publishing';
import { Link } from 'wouter';
import { LinkAt } from '../past/link-at';
import { accountName } from '../accounts/account-name';
import { useAccounts } from '../accounts/use-accounts';
import { Badge } from '../shown/badge';
import { Moment } from '../shown/moment';
import { Outside } from '../shown/outside';
import { Text } from '../shown/text';
import { PinPicture } from './pin-picture';

/** How a pin stands, why, what comes next, and what it is made of. */
export function PinFacts({ pin, nextStep }: { readonly pin: Pin; readonly nextStep: string | null }) {
  const account = useAccounts().data?.find(({ id }) => id === pin.platform_account_id);
  return (
    <div className="beside">
      <section className="card" aria-label="How it stands">
        <p>
          <Badge>{pin.status}</Badge>
        </p>
        {pin.error_message !== null && (
          <p>
            <Text>{pin.error_message}</Text> {pin.error_code !== null && <code>{pin.error_code}</code>}
          </p>
        )}
        {nextStep !== null && (
          <p>
            <strong>Next:</strong> {nextStep}
          </p>
        )}
        <dl className="facts">
          <dt>Attempts</dt>
          <dd>{pin.attempts}</dd>
          {pin.next_attempt_at !== null && (
            <>
              <dt>Next attempt</dt>
              <dd>
                <Moment at={pin.next_attempt_at} />
              </dd>
            </>
          )}
          <dt>Created</dt>
          <dd>
            <Moment at={pin.created_at} />
          </dd>
          <dt>Published</dt>
          <dd>
            <Moment at={pin.published_at} />
          </dd>
          {pin.schedule_id !== null && (
            <>
              <dt>Schedule</dt>
              <dd>
                <LinkAt href={`/schedules/${pin.schedule_id}`}>
                  <code>{pin.schedule_id}</code>
                </LinkAt>
              </dd>
            </>
          )}
          {pin.platform_url !== null && (
            <>
              <dt>On the network</dt>
              <dd>
                <Outside href={pin.platform_url} />
              </dd>
            </>
          )}
          <dt>Id</dt>
          <dd>
            <code>{pin.id}</code>
          </dd>
        </dl>
      </section>
      <section className="card" aria-label="What it is">
        <dl className="facts">
          <dt>Account</dt>
          <dd>
            <LinkAt href="/accounts">{account ? <Text>{accountName(account)}</Text> : <code>{pin.platform_account_id}</code>}</LinkAt>
          </dd>
          <dt>Board</dt>
          <dd>
            <Link href={`/pins?board_id=${encodeURIComponent(pin.board_id)}`}>{pin.board_id}</Link>
          </dd>
          <dt>Description</dt>
          <dd>{pin.description === null ? '—' : <Text length={800}>{pin.description}</Text>}</dd>
          <dt>Alternative text</dt>
          <dd>{pin.alt_text === null ? '—' : <Text length={500}>{pin.alt_text}</Text>}</dd>
          <dt>Leads to</dt>
          <dd>{pin.link_url === null ? '—' : <Outside href={pin.link_url} />}</dd>
        </dl>
        <PinPicture pin={pin} />
      </section>
    </div>
  );
}
