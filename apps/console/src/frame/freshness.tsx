import { useEffect, useState } from 'react';
import { useLive } from '../live/live-state';
import { lastAnswerAt, serverNow } from '../session/server-now';
import { Moment } from '../shown/moment';

const words = {
  connecting: 'Connecting …',
  live: 'Live',
  polling: 'Not live: asked again every ten seconds',
} as const;

const tickMs = 5_000;

/** How old the screen is: true to the moment while changes are told, else as old as the last answer. */
export function Freshness() {
  const { kind } = useLive();
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), tickMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className="freshness">
      <span role="status">{words[kind]}</span> · as of <Moment at={kind === 'live' ? serverNow() : lastAnswerAt()} />
    </p>
  );
}
