import type { ProposalItem } from 'pin-publishing';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Badge } from '../shown/badge';
import { Moment } from '../shown/moment';
import { Text } from '../shown/text';
import { ItemFields } from './item-fields';

const words: Readonly<Record<string, string>> = {
  publish: 'Publish a pin now',
  schedule: 'Publish a pin at a time',
  change_pin: 'Change a pin that waits',
  change_schedule: 'Change a schedule',
  retry_pin: 'Try a failed pin again',
};
const found: Readonly<Record<string, string>> = { failed: 'not possible', warning: 'mind' };

interface ItemCardProps {
  readonly item: ProposalItem;
  readonly names: ReadonlyMap<string, string>;
  readonly children: ReactNode;
}

/** One item: the whole that it leads to, what the service says to it, and what became of it. */
export const ProposalItemCard = ({ item, names, children }: ItemCardProps) => (
  <li className="card">
    <h2>
      {item.number}. {words[item.action] ?? item.action} <Badge>{item.status}</Badge>
    </h2>
    <ItemFields item={item} names={names} />
    <Outcome item={item} />
    {item.checks.length > 0 && <Checks checks={item.checks} />}
    {children}
  </li>
);

const Checks = ({ checks }: { readonly checks: ProposalItem['checks'] }) => (
  <ul className="checks">
    {checks
      .filter(({ name, status }) => name === 'forecast' || (status !== 'passed' && status !== 'skipped'))
      .map(({ name, status, code, message, remediation, details }, at) => (
        // A check has no id, and their order is the service's.
        <li key={at}>
          <strong>{name.replaceAll('_', ' ')}</strong>: {found[status] ?? status} {message !== null && <Text>{message}</Text>}{' '}
          {status !== 'passed' && code !== null && <code>{code}</code>}
          {status !== 'passed' && remediation !== null && <span className="quiet"> {remediation}</span>}
          <Forecast details={details} />
        </li>
      ))}
  </ul>
);

/** When it would go out. */
function Forecast({ details }: { readonly details: ProposalItem['checks'][number]['details'] }) {
  const at = details?.['expected_at'];
  return typeof at === 'string' ? (
    <>
      {' '}
      It would go out at <Moment at={new Date(at)} />.
    </>
  ) : null;
}

function Outcome({ item }: { readonly item: ProposalItem }) {
  const { status, pin_id: pin, decided_at: at, error_message: message, error_code: code, remediation } = item;
  if (status === 'failed')
    return (
      <p className="fault">
        <Text>{message ?? 'It was refused.'}</Text> <code>{code}</code> <span className="quiet">{remediation}</span>
      </p>
    );
  if (status === 'waiting') return null;
  return (
    <p className="quiet">
      {status} at <Moment at={at} />
      {status === 'approved' && pin !== null && (
        <>
          {': '}
          <Link href={`/pins/${pin}`}>the pin</Link>
        </>
      )}
    </p>
  );
}
