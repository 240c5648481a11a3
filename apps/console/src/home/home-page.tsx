import { Link } from 'wouter';
import { useMe } from '../session/console-session';
import { Page } from '../shown/page';
import { Text } from '../shown/text';
import { FailureCauses } from './failure-causes';
import { FirstSteps } from './first-steps';
import { NextSchedules } from './next-schedules';
import { QueueCard } from './queue-card';

/** What needs somebody now: the queue, what goes out next, what failed and why; for newcomers what to do first. */
export function HomePage() {
  const { active_project: project, permissions } = useMe();
  return (
    <Page
      title="Home"
      heading={<Text length={120}>{project.name}</Text>}
      actions={
        permissions.can_publish && (
          <Link href="/pins/new" className="button main">
            New pin
          </Link>
        )
      }
    >
      <FirstSteps>
        <div className="cards">
          <QueueCard />
          <NextSchedules />
          <FailureCauses />
        </div>
      </FirstSteps>
    </Page>
  );
}
