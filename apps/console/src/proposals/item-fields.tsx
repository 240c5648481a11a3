import type { ProposalItem } from 'pin-publishing';
import { Fragment, type ReactNode } from 'react';
import { Moment } from '../shown/moment';
import { Outside } from '../shown/outside';

const labels: Readonly<Record<string, string>> = {
  account_id: 'Account',
  board_id: 'Board',
  run_at: 'When',
  link_url: 'Leads to',
  image_url: 'Image address',
  asset_id: 'Uploaded file',
  alt_text: 'Alternative text',
  board_section_id: 'Board section',
  dominant_color: 'Color',
  cover_image_url: 'Cover image address',
  cover_image_asset_id: 'Cover image, uploaded file',
  idempotency_key: 'Name of the request',
};

interface ItemFieldsProps {
  readonly item: ProposalItem;
  /** Names of accounts by id. */
  readonly names: ReadonlyMap<string, string>;
}

/** Every field of what an item leads to, whole, and of a change what was there before. */
export function ItemFields({ item, names }: ItemFieldsProps) {
  const { before, after } = item;
  const shown: Readonly<Record<string, unknown>> = after ?? { account_id: item.account_id, ...item.payload };
  const all = [...new Set([...Object.keys(shown), ...Object.keys(before ?? {})])];
  const told = all.filter((name) => shown[name] !== undefined || before?.[name] !== undefined);
  return (
    <dl className="facts">
      {told.map((name) => {
        const [was, is] = [before?.[name], shown[name]];
        const isChanged = before !== null && textOf(was) !== textOf(is);
        const value = shownValue(name, is, names) ?? <em>taken away</em>;
        const former = isChanged ? shownValue(name, was, names) : null;
        return (
          <Fragment key={name}>
            <dt>{labels[name] ?? name.replaceAll('_', ' ')}</dt>
            <dd>
              {isChanged ? <mark>{value}</mark> : value}
              {former !== null && <p className="quiet">Before: {former}</p>}
            </dd>
          </Fragment>
        );
      })}
    </dl>
  );
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : JSON.stringify(value));

/** Whole, as somebody is to agree to it; its direction is its own. Null where there is no value. */
function shownValue(name: string, value: unknown, names: ReadonlyMap<string, string>): ReactNode {
  if (value === undefined || value === null) return null;
  const text = Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value);
  if (name === 'run_at' && !Number.isNaN(Date.parse(text))) return <Moment at={new Date(text)} />;
  if (name === 'account_id') return <bdi>{names.get(text) ?? text}</bdi>;
  if (name.endsWith('_url') && text.length <= 120) return <Outside href={text} />;
  return <bdi>{text}</bdi>;
}
