import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useReadMore } from '../data/use-read-more';
import { client } from '../session/client';
import { endOfPresent } from '../session/server-now';
import { Empty } from '../shown/empty';
import { ChoiceField, TextField } from '../shown/field';
import { LoadedList } from '../shown/loaded-list';
import { Page } from '../shown/page';
import { RequestTable } from './request-table';

const names = ['status', 'request_id', 'key_id'] as const;
const statuses = ['2xx', '4xx', '5xx', '401', '403', '404', '409', '422', '429'];

/** What was called in the last seven days, and what each call led to. */
export function RequestsPage() {
  const [search, setSearch] = useSearchParams();
  const given: Readonly<Record<string, string>> = Object.fromEntries(
    names.map((name) => [name, search.get(name)?.trim() ?? '']).filter(([, value]) => value !== ''),
  );
  const [until, setUntil] = useState(endOfPresent);
  const reading = useReadMore(['requests', given, until.getTime()], (cursor, signal) =>
    client.requests.list({ ...given, until, ...(cursor !== undefined && { cursor }) }, { signal }),
  );
  const set = (name: string, value: string): void => {
    const next = { ...given, [name]: value };
    setSearch(new URLSearchParams(Object.entries(next).filter(([, each]) => each !== '')), { replace: true });
  };
  const isNarrowed = Object.keys(given).length > 0;
  return (
    <Page
      title="Requests"
      actions={
        <button type="button" onClick={() => setUntil(endOfPresent())}>
          Show newer ones
        </button>
      }
    >
      <search className="filters">
        <ChoiceField label="Answered with" value={given['status'] ?? ''} onChange={({ target }) => set('status', target.value)}>
          <option value="">Anything</option>
          {statuses.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </ChoiceField>
        <TextField
          label="Request id"
          type="search"
          maxLength={128}
          value={given['request_id'] ?? ''}
          onChange={({ target }) => set('request_id', target.value)}
        />
        {given['key_id'] !== undefined && (
          <button type="button" onClick={() => set('key_id', '')}>
            Of one key ✕
          </button>
        )}
      </search>
      <LoadedList
        reading={reading}
        what="The requests"
        empty={
          <Empty title={isNarrowed ? 'No request matches.' : 'No requests yet.'}>
            {isNarrowed ? (
              <button type="button" onClick={() => setSearch(new URLSearchParams(), { replace: true })}>
                Show all requests
              </button>
            ) : (
              <p>What programs call with the keys of this project stands here, without bodies, for seven days.</p>
            )}
          </Empty>
        }
      >
        {(items) => <RequestTable requests={items} />}
      </LoadedList>
    </Page>
  );
}
