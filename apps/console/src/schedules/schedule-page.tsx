import type { Schedule } from 'pin-publishing';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { forgetLists } from '../data/forget-lists';
import { useRead } from '../data/use-read';
import { Difference } from '../past/difference';
import { PastBand } from '../past/past-band';
import { useInstant } from '../past/use-instant';
import { client } from '../session/client';
import { Loaded } from '../shown/loaded';
import { Page } from '../shown/page';
import { Wide } from '../shown/wide';
import { ScheduleDialog, type AskedOfSchedule } from './schedule-dialog';
import { ScheduleTable } from './schedule-table';

/** One schedule, now or at a moment in the past. */
export function SchedulePage({ id }: { readonly id: string }) {
  const { instant, asOf, isPast } = useInstant();
  const [, navigate] = useLocation();
  const [asked, setAsked] = useState<AskedOfSchedule | null>(null);
  const leave = (): void => {
    forgetLists(['schedules', 'agenda', 'calendar']);
    navigate('/schedules');
  };
  const reading = useRead(['schedule', id, asOf], (signal) => client.schedules.get(id, asOf, { signal }), {
    changes: isPast ? [] : [`schedule:${id}`],
    isOff: instant.kind === 'unclear',
  });
  return (
    <Page title="Schedule" actions={<Link href="/schedules">All schedules</Link>}>
      <PastBand />
      {instant.kind !== 'unclear' && (
        <Loaded reading={reading} what="The schedule">
          {(schedule: Schedule) => (
            <Wide label="The schedule">
              <ScheduleTable schedules={[schedule]} isPast={isPast} ask={setAsked} onChange={() => void reading.refetch()} />
            </Wide>
          )}
        </Loaded>
      )}
      {asked && !isPast && (
        <ScheduleDialog asked={asked} onClose={() => setAsked(null)} onChange={() => void reading.refetch()} onDelete={leave} />
      )}
      <Difference of={['schedule', id]} changes={[`schedule:${id}`]} read={(at, signal) => client.schedules.get(id, at, { signal })} />
    </Page>
  );
}
