import { useMe } from '../session/console-session';
import { useZone } from './zone';
import { wallTime } from './wall-time';

/** A moment in the chosen zone, which the page names at its top; the title has it in UTC. */
export function Moment({ at, none = '—' }: { readonly at: Date | null | undefined; readonly none?: string }) {
  const zone = useZone(useMe().user.timezone);
  if (at === null || at === undefined || Number.isNaN(at.getTime())) return <>{none}</>;
  const iso = at.toISOString();
  return (
    <time dateTime={iso} title={iso}>
      {wallTime(at, zone)}
    </time>
  );
}
