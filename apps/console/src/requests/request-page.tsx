import { Link } from 'wouter';
import { useRead } from '../data/use-read';
import { client } from '../session/client';
import { Loaded } from '../shown/loaded';
import { Moment } from '../shown/moment';
import { Page } from '../shown/page';
import { Text } from '../shown/text';
import { pageOfResource } from './page-of-resource';

/** One call: what was asked, what was answered, by what credential, and what it led to. */
export function RequestPage({ id }: { readonly id: string }) {
  const reading = useRead(['request', id], (signal) => client.requests.get(id, { signal }));
  return (
    <Page title="Request" actions={<Link href="/requests">All requests</Link>}>
      <Loaded reading={reading} what="The request">
        {({ request_id, at, method, route, status, code, duration_ms, credential, resource_id }) => {
          const page = pageOfResource(route, resource_id);
          return (
            <dl className="facts card">
              <dt>Id</dt>
              <dd>
                <Text length={128}>{request_id}</Text>{' '}
                <Link href={`/requests?request_id=${encodeURIComponent(request_id)}`}>All calls with this id</Link>
              </dd>
              <dt>When</dt>
              <dd>
                <Moment at={at} />
              </dd>
              <dt>Call</dt>
              <dd>
                {method} <Text>{route}</Text>
              </dd>
              <dt>Answer</dt>
              <dd>
                {status} {code !== null && <code>{code}</code>}
              </dd>
              <dt>Took</dt>
              <dd>{Math.round(duration_ms)} ms</dd>
              <dt>By</dt>
              <dd>
                {credential.type === 'session' ? (
                  'a session'
                ) : (
                  <Link href={`/requests?key_id=${credential.id}`}>
                    a key, <code>{credential.id}</code>
                  </Link>
                )}
              </dd>
              <dt>Led to</dt>
              <dd>{page === null ? (resource_id ?? '—') : <Link href={page}>{page.slice(1)}</Link>}</dd>
            </dl>
          );
        }}
      </Loaded>
    </Page>
  );
}
