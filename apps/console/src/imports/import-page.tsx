import type { Import } from 'pin-publishing';
import { useState } from 'react';
import { useWrite } from '../data/use-write';
import { useRead } from '../data/use-read';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { DownloadLink } from '../session/download-link';
import { serviceAddress } from '../session/console-root';
import { Badge } from '../shown/badge';
import { countText } from '../shown/count-text';
import { Failure } from '../shown/failure';
import { Loaded } from '../shown/loaded';
import { Moment } from '../shown/moment';
import { Page } from '../shown/page';
import { Text } from '../shown/text';
import { MendedRows } from './mended-rows';
import { RefusedRows } from './refused-rows';

const running: ReadonlySet<string> = new Set(['queued', 'processing']);

/** One import: how far it has come, and which rows were refused. */
export function ImportPage({ id }: { readonly id: string }) {
  const reading = useRead(['import', id], (signal) => client.imports.get(id, { signal }), { changes: [`import:${id}`] });
  const cancel = useWrite(async () => {
    await client.imports.cancel(id);
    await reading.refetch();
  });
  const { permissions } = useMe();
  const [isMending, setMending] = useState(false);
  const { data } = reading;
  const button = (
    <button type="button" className="danger" disabled={cancel.isBusy} onClick={() => void cancel.run()}>
      Cancel the rest
    </button>
  );
  return (
    <Page title="Import" actions={data !== undefined && running.has(data.status) && button}>
      {cancel.failure !== undefined && <Failure error={cancel.failure} what="It was not canceled" />}
      <Loaded reading={reading} what="The import">
        {(shown) => {
          const refused = shown.results.filter(({ status }) => status === 'failed');
          return (
            <>
              <Progress shown={shown} />
              {shown.failed_rows > 0 && (
                <>
                  <h2>Refused rows</h2>
                  <div>
                    Mend them here and send what you mended, or{' '}
                    <DownloadLink href={`${serviceAddress}/v1/pins/imports/${encodeURIComponent(id)}/failed.csv`}>
                      download them
                    </DownloadLink>
                    , correct them, and import that file. Rows that were taken are not sent again.
                  </div>
                  {isMending ? (
                    <MendedRows id={id} filename={shown.source_filename ?? 'rows.csv'} results={refused} />
                  ) : (
                    <>
                      <RefusedRows refused={refused} />
                      {permissions.can_publish && !running.has(shown.status) && (
                        <p className="actions">
                          <button type="button" onClick={() => setMending(true)}>
                            Mend them here
                          </button>
                        </p>
                      )}
                    </>
                  )}
                </>
              )}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

const Progress = ({ shown }: { readonly shown: Import }) => (
  <section className="card" aria-label="How far it has come">
    <p>
      <Text length={120}>{shown.source_filename ?? shown.source_type}</Text> <Badge>{shown.status}</Badge>
    </p>
    <progress aria-label="Rows dealt with" max={Math.max(1, shown.total_rows)} value={shown.processed_rows} />
    <p role="status">
      {countText(shown.processed_rows)} of {countText(shown.total_rows)} rows: {countText(shown.created_rows)} created,{' '}
      {countText(shown.existing_rows)} there before, {countText(shown.failed_rows)} refused.
    </p>
    {shown.error_message !== null && (
      <p>
        <Text>{shown.error_message}</Text>
      </p>
    )}
    <p className="quiet">
      Made <Moment at={shown.created_at} />, ended <Moment at={shown.completed_at} none="not yet" />.
    </p>
  </section>
);
