import { ApiError } from 'pin-publishing';
import { useRead } from '../data/use-read';
import { Loaded } from '../shown/loaded';
import { Moment } from '../shown/moment';
import { Text } from '../shown/text';
import { Wide } from '../shown/wide';
import { fieldDifferences, type FieldDifference } from './field-differences';
import { useInstant } from './use-instant';

interface DifferenceProps {
  /** Names what is read. */
  readonly of: readonly string[];
  /** What makes it untrue where one side is now. */
  readonly changes: readonly string[];
  readonly read: (asOf: { readonly as_of?: string }, signal: AbortSignal) => PromiseLike<unknown>;
}

/** What differs between two moments, where the address names two. */
export function Difference({ of, changes, read }: DifferenceProps) {
  const { instant, other } = useInstant();
  if (instant.kind !== 'past' || other === null) return null;
  if (other.kind === 'unclear') return <p role="alert">The address names no moment to compare with.</p>;
  const moments = [instant, other] as const;
  const [first, second] = other.kind === 'past' && other.at < instant.at ? [other, instant] : moments;
  return (
    <Compared
      {...{ of, changes, read }}
      first={first.kind === 'past' ? first.text : null}
      second={second.kind === 'past' ? second.text : null}
    />
  );
}

interface ComparedProps extends DifferenceProps {
  readonly first: string | null;
  readonly second: string | null;
}

function Compared({ of, changes, read, first, second }: ComparedProps) {
  const compare = async (signal: AbortSignal) => {
    const at = (text: string | null): Promise<unknown> => orNothing(read(text === null ? {} : { as_of: text }, signal));
    const [before, after] = await Promise.all([at(first), at(second)]);
    return { before, after };
  };
  const isLive = first === null || second === null;
  const reading = useRead(['difference', ...of, first, second], compare, { changes: isLive ? changes : [] });
  return (
    <section aria-labelledby="difference">
      <h2 id="difference">
        From <Moment at={first === null ? null : new Date(first)} /> to {second === null ? 'now' : <Moment at={new Date(second)} />}
      </h2>
      <Loaded reading={reading} what="The difference">
        {({ before, after }) => <Differences before={before} after={after} />}
      </Loaded>
    </section>
  );
}

function Differences({ before, after }: { readonly before: unknown; readonly after: unknown }) {
  if (before === null && after === null) return <p>It did not exist at either moment.</p>;
  const { differences, isCut } = before === null ? { differences: [], isCut: false } : fieldDifferences(before, after);
  return (
    <>
      {before === null && <p>It did not exist at the first moment.</p>}
      {before !== null && after === null && <p>It did not exist any more at the second moment.</p>}
      {before !== null && differences.length === 0 && <p>Nothing differs.</p>}
      {differences.length > 0 && after !== null && <DifferenceTable differences={differences} />}
      {isCut && <p className="fault">More differs than is shown: these are the first {differences.length}.</p>}
    </>
  );
}

const DifferenceTable = ({ differences }: { readonly differences: readonly FieldDifference[] }) => (
  <Wide label="The difference">
    <table>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">First</th>
          <th scope="col">Then</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ place, before, after }, at) => (
          <tr key={`${at} ${place}`}>
            <td>
              <Text>{place}</Text>
            </td>
            <td>
              <Value>{before}</Value>
            </td>
            <td>
              <Value>{after}</Value>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Wide>
);

function Value({ children: value }: { readonly children: unknown }) {
  if (value === undefined) return <span className="quiet">not there</span>;
  if (value === null) return <>—</>;
  if (value instanceof Date) return <Moment at={value} />;
  return <Text>{typeof value === 'string' ? value : JSON.stringify(value)}</Text>;
}

/** What did not exist then is nothing, and no failure. */
async function orNothing(reading: PromiseLike<unknown>): Promise<unknown> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
