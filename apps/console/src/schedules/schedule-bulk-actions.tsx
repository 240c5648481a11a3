import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { BulkActions, type BulkAct } from '../shown/bulk-actions';

interface ScheduleBulkActionsProps {
  readonly selected: ReadonlySet<string>;
  readonly onTried: (ids: readonly string[]) => void;
  readonly onDone: () => void;
}

/** What can be done with the selected schedules; of those whose state does not allow it, the outcome says so. */
export function ScheduleBulkActions({ selected, onTried, onDone }: ScheduleBulkActionsProps) {
  const { permissions } = useMe();
  const acts: readonly (BulkAct | false)[] = [
    permissions.can_publish && {
      name: 'Retry',
      failed: 'Not all of them were retried',
      skipped: 'it goes on by itself, or is done',
      act: (body) => client.schedules.retryMany(body),
    },
    permissions.can_delete_content && {
      name: 'Cancel',
      failed: 'Not all of them were canceled',
      skipped: 'it was canceled already',
      act: (body) => client.schedules.cancelMany(body),
      warning: <p>Those that wait are not published. They stay in the list as canceled.</p>,
    },
    permissions.can_delete_content && {
      name: 'Delete',
      failed: 'Not all of them were deleted',
      skipped: 'it was deleted already',
      act: (body) => client.schedules.deleteMany(body),
      warning: <p>Those that have ended go from the list; their pins stay.</p>,
    },
  ];
  return <BulkActions {...{ selected, onTried, onDone }} words={['schedule', 'schedules']} acts={acts.filter((act) => act !== false)} />;
}
