import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { BulkActions, type BulkAct } from '../shown/bulk-actions';

interface PinBulkActionsProps {
  readonly selected: ReadonlySet<string>;
  readonly onTried: (ids: readonly string[]) => void;
  readonly onDone: () => void;
}

/** What can be done with the selected pins. */
export function PinBulkActions({ selected, onTried, onDone }: PinBulkActionsProps) {
  const { permissions } = useMe();
  const acts: readonly (BulkAct | false)[] = [
    permissions.can_publish && {
      name: 'Retry',
      failed: 'Not all of them were retried',
      skipped: 'it has not failed, or was retried already',
      act: (body) => client.pins.retryMany(body),
    },
    permissions.can_delete_content && {
      name: 'Delete',
      failed: 'Not all of them were deleted',
      skipped: 'it was deleted already',
      act: (body) => client.pins.deleteMany(body),
      warning: <p>Waiting ones are not published any more. Published ones stay on the network and are forgotten here.</p>,
    },
  ];
  return <BulkActions {...{ selected, onTried, onDone }} words={['pin', 'pins']} acts={acts.filter((act) => act !== false)} />;
}
