import { useState } from 'react';
import { Link } from 'wouter';
import { useMe } from '../session/console-session';
import { Empty } from '../shown/empty';
import { Page } from '../shown/page';
import { ManyPinsForm } from './many-pins-form';
import type { SentPin } from './sent-pin';
import { SentPins } from './sent-pins';

/** Many pins, pasted as JSON: what became of each, and those that were refused mended and sent alone. */
export function ManyPinsPage() {
  const { permissions } = useMe();
  const [sent, setSent] = useState<readonly SentPin[] | null>(null);
  return (
    <Page title="Many pins" actions={<Link href="/pins">All pins</Link>}>
      {!permissions.can_publish ? (
        <Empty title="Billing does not accept new pins at present.">
          <Link href="/billing" className="button">
            See the plan
          </Link>
        </Empty>
      ) : sent === null ? (
        <ManyPinsForm onSent={setSent} />
      ) : (
        <SentPins sent={sent} onChange={setSent} onLeave={() => setSent(null)} />
      )}
    </Page>
  );
}
