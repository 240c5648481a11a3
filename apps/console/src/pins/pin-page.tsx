import { useState } from 'react';
import { useRead } from '../data/use-read';
import { client } from '../session/client';
import { Loaded } from '../shown/loaded';
import { Page } from '../shown/page';
import { Text } from '../shown/text';
import { EditPinDialog } from './edit-pin-dialog';
import { PinActions } from './pin-actions';
import { PinFacts } from './pin-facts';
import { PinTimeline } from './pin-timeline';

/** One pin: what it is, how it stands, and everything that happened to it. */
export function PinPage({ id }: { readonly id: string }) {
  const pin = useRead(['pin', id], (signal) => client.pins.get(id, {}, { signal }), { changes: [`pin:${id}`] });
  const timeline = useRead(['timeline', id], (signal) => client.pins.timeline(id, { signal }), { changes: [`pin:${id}`] });
  const [isEdited, setEdited] = useState(false);
  const readAgain = (): void => void Promise.all([pin.refetch(), timeline.refetch()]);
  const { data } = pin;
  const title = data?.title.slice(0, 80) ?? 'Pin';
  return (
    <Page
      title={title}
      heading={data ? <Text length={160}>{data.title}</Text> : 'Pin'}
      actions={data && <PinActions pin={data} onEdit={() => setEdited(true)} onChange={readAgain} />}
    >
      <Loaded reading={pin} what="The pin">
        {(shown) => (
          <>
            <PinFacts pin={shown} nextStep={timeline.data?.items.at(-1)?.next_step ?? null} />
            {isEdited && <EditPinDialog pin={shown} onClose={() => setEdited(false)} onSaved={readAgain} />}
          </>
        )}
      </Loaded>
      <h2>What happened</h2>
      <Loaded reading={timeline} what="The timeline">
        {({ items }) => <PinTimeline items={items} />}
      </Loaded>
    </Page>
  );
}
