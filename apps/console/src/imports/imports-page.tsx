import { useState } from 'react';
import { Link } from 'wouter';
import { useReadMore } from '../data/use-read-more';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { serviceAddress } from '../session/console-root';
import { Badge } from '../shown/badge';
import { countText } from '../shown/count-text';
import { Empty } from '../shown/empty';
import { LoadedList } from '../shown/loaded-list';
import { Moment } from '../shown/moment';
import { Page } from '../shown/page';
import { Text } from '../shown/text';
import { NewImportDialog } from './new-import-dialog';

/** Files of pins, how far each has come, and a way to send another. */
export function ImportsPage() {
  const { permissions } = useMe();
  const [isMaking, setMaking] = useState(false);
  const reading = useReadMore(
    ['imports'],
    (cursor, signal) => client.imports.list({ limit: 50, ...(cursor !== undefined && { cursor }) }, { signal }),
    ['import'],
  );
  const button = (
    <button type="button" className="main" onClick={() => setMaking(true)}>
      New import
    </button>
  );
  return (
    <Page title="Imports" actions={permissions.can_publish && button}>
      <LoadedList
        reading={reading}
        what="The imports"
        empty={
          <Empty title="Nothing was imported yet.">
            <p>
              A file of pins, one a line: begin with <a href={`${serviceAddress}/v1/pins/imports/template.csv`}>the template</a>.
            </p>
          </Empty>
        }
      >
        {(items) => (
          <table>
            <thead>
              <tr>
                <th scope="col">File</th>
                <th scope="col">State</th>
                <th scope="col">Done</th>
                <th scope="col">Refused</th>
                <th scope="col">Made</th>
              </tr>
            </thead>
            <tbody>
              {items.map((each) => (
                <tr key={each.id}>
                  <td>
                    <Link href={`/imports/${each.id}`}>
                      <Text length={120}>{each.source_filename ?? each.source_type}</Text>
                    </Link>
                  </td>
                  <td>
                    <Badge>{each.status}</Badge>
                  </td>
                  <td className="count">
                    {countText(each.processed_rows)} of {countText(each.total_rows)}
                  </td>
                  <td className="count">{countText(each.failed_rows)}</td>
                  <td className="whole">
                    <Moment at={each.created_at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </LoadedList>
      {isMaking && <NewImportDialog onClose={() => setMaking(false)} />}
    </Page>
  );
}
