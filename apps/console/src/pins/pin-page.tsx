import { useState } from 'react';
import { useRead } from '../data/use-read';
import { Difference } from '../past/difference';
import { PastBand } from '../past/past-band';
import { useInstant } from '../past/use-instant';
import { client } from '../session/client';
import { Below } from '../shown/below';
import { Loaded } from '../shown/loaded';
import { Page } from '../shown/page';
import { Text } from '../shown/text';
import { EditPinDialog } from './edit-pin-dialog';
import { PinActions } from './pin-actions';
import { PinFacts } from './pin-facts';
import { PinTimeline } from './pin-timeline';

/** One pin: what it is, how it stands, and everything that happened to it. */
export function PinPage({ id }: { readonly id: string }) {
  const { instant, asOf, isPast } = useInstant();
  const pin = useRead(['pin', id, asOf], (signal) => client.pins.get(id, asOf, { signal }), {
    changes: isPast ? [] : [`pin:${id}`],
    isOff: instant.kind === 'unclear',
  });
  const timeline = useRead(['timeline', id], (signal) => client.pins.timeline(id, { signal }), { changes: [`pin:${id}`] });
  const [isEdited, setEdited] = useState(false);
  const readAgain = (): void => void Promise.all([pin.refetch(), timeline.refetch()]);
  const { data } = pin;
  const title = data?.title.slice(0, 80) ?? 'Pin';
  return (
    <Page
      title={title}
      heading={data ? <Text length={160}>{data.title}</Text> : 'Pin'}
      actions={data && !isPast && <PinActions pin={data} onEdit={() => setEdited(true)} onChange={readAgain} />}
    >
      <Below of={[pin]}>
        <PastBand />
      </Below>
      {instant.kind !== 'unclear' && (
        <Loaded reading={pin} what="The pin">
          {(shown) => (
            <>
              <PinFacts pin={shown} nextStep={isPast ? null : (timeline.data?.items.at(-1)?.next_step ?? null)} />
              {isEdited && !isPast && <EditPinDialog pin={shown} onClose={() => setEdited(false)} onSaved={readAgain} />}
            </>
          )}
        </Loaded>
      )}
      <Difference of={['pin', id]} changes={[`pin:${id}`]} read={(at, signal) => client.pins.get(id, at, { signal })} />
      <Below of={[pin]}>
        <h2>{isPast ? 'What had happened by then' : 'What happened'}</h2>
        {instant.kind !== 'unclear' && (
          <Loaded reading={timeline} what="The timeline">
            {({ items }) => <PinTimeline items={instant.kind === 'past' ? items.filter(({ at }) => at <= instant.at) : items} />}
          </Loaded>
        )}
      </Below>
    </Page>
  );
}
