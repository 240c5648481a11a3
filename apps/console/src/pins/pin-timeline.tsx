import type { TimelineItem } from 'pin-publishing';
import { Moment } from '../shown/moment';
import { Text } from '../shown/text';

/** Everything that happened to a pin, the newest first, with reasons. */
export function PinTimeline({ items }: { readonly items: readonly TimelineItem[] }) {
  return (
    <ol className="timeline" reversed>
      {[...items].reverse().map(({ at, type, message, reason, attempt, actor, position }, index) => (
        <li key={`${position} ${type} ${index}`}>
          <p>
            <Text>{message}</Text>
            {reason !== null && (
              <>
                {' '}
                (<Text>{reason}</Text>)
              </>
            )}
          </p>
          <p className="quiet">
            <Moment at={at} /> · {type}
            {attempt !== null && ` · attempt ${attempt}`} · <Text>{actor}</Text>
          </p>
        </li>
      ))}
    </ol>
  );
}
