import { useState } from 'react';
import { useMe } from '../session/console-session';
import { serverNow } from '../session/server-now';
import { Moment } from '../shown/moment';
import { useZone } from '../shown/zone';
import { InstantForm } from './instant-form';
import { useInstant } from './use-instant';

const dayMs = 86_400_000;

/** Of which moment the page is: chosen here, said clearly where it is not the present, and led back from. */
export function PastBand() {
  const { instant, other, choose, compare } = useInstant();
  const zone = useZone(useMe().user.timezone);
  const [asked, setAsked] = useState<'as_of' | 'with' | null>(null);
  const done = (act: () => void) => (): void => {
    setAsked(null);
    act();
  };
  const back = (
    <button type="button" className="main" onClick={done(() => choose(null))}>
      Back to now
    </button>
  );
  if (instant.kind === 'unclear')
    return (
      <div className="notice past" role="alert">
        <p>
          <strong>The address names no moment.</strong> So nothing is shown: neither the past nor the present.
        </p>
        {back}
      </div>
    );
  const begin = instant.kind === 'past' ? instant.at : new Date(serverNow().getTime() - dayMs);
  const form = asked !== null && (
    <InstantForm
      key={asked}
      label={asked === 'as_of' ? 'As of' : 'Compare with'}
      action={asked === 'as_of' ? 'Show it' : 'Compare'}
      begin={begin}
      onChoose={(at) => done(() => (asked === 'as_of' ? choose(at) : compare(at)))()}
      onClose={() => setAsked(null)}
    />
  );
  if (instant.kind === 'now')
    return form ? (
      <div className="notice">{form}</div>
    ) : (
      <p>
        <button type="button" onClick={() => setAsked('as_of')}>
          Look at the past …
        </button>
      </p>
    );
  return (
    <div className="notice past" role="status">
      <p>
        <strong>{instant.at > serverNow() ? 'This moment is still to come' : 'This is the past'}</strong>, as of <Moment at={instant.at} />{' '}
        {zone}. Nothing can be changed here.
      </p>
      {form || (
        <div className="actions">
          {back}
          <button type="button" onClick={() => setAsked('as_of')}>
            Another moment …
          </button>
          <button type="button" onClick={() => compare(other?.kind === 'now' ? null : 'now')}>
            {other?.kind === 'now' ? 'Do not compare' : 'Compare with now'}
          </button>
          <button type="button" onClick={() => setAsked('with')}>
            Compare with another …
          </button>
        </div>
      )}
    </div>
  );
}
