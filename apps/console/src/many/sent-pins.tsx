import { Link } from 'wouter';
import { useCreationName } from '../data/use-creation-name';
import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { countText } from '../shown/count-text';
import { Failure } from '../shown/failure';
import { MendingTable, SendMended } from '../shown/mending-table';
import { Text } from '../shown/text';
import { useMended } from '../shown/use-mended';
import { MendPinDialog } from './mend-pin-dialog';
import { batchOf, reasonsOf, titleOf, withResults, type SentPin } from './sent-pin';

interface SentPinsProps {
  readonly sent: readonly SentPin[];
  readonly onChange: (sent: readonly SentPin[]) => void;
  readonly onLeave: () => void;
}

/** As it stands now; what was mended may be anything, also null. */
type MendedPin = Pick<SentPin, 'item'>;

const isTaken = ({ result }: SentPin): boolean => result !== undefined && result.status !== 'failed';

/** What became of each pin; the refused ones are mended where they stand, and only they are sent again. */
export function SentPins({ sent, onChange, onLeave }: SentPinsProps) {
  const mended = useMended<MendedPin>();
  const { byPlace, inOrder, open } = mended;
  const name = useCreationName(JSON.stringify(inOrder));
  const write = useWrite(async () => {
    const pins = inOrder.map(([, { item }]) => item);
    const again = withResults(pins, await client.pins.createMany(batchOf(pins), { idempotencyKey: name() }));
    const places = new Map(inOrder.map(([place], at) => [place, again[at]]));
    onChange(sent.map((each, place) => places.get(place) ?? each));
    mended.forget();
  });
  const taken = sent.filter(isTaken).length;
  const opened = open === null ? undefined : sent[open];
  const rows = sent.map((each, place) => ({
    number: place + 1,
    title: <Outcome sent={each} title={titleOf((byPlace.get(place) ?? each).item)} />,
    state: each.result?.status ?? 'not known',
    why: <Reason sent={each} />,
    isTaken: isTaken(each),
  }));
  return (
    <>
      <p role="status">
        {countText(taken)} taken, {countText(sent.length - taken)} refused.
      </p>
      {write.failure !== undefined && <Failure error={write.failure} what="None of the mended ones was taken" />}
      <MendingTable label="What became of each" thing="pin" rows={rows} mended={byPlace} onMend={mended.mend} />
      <p className="actions">
        {taken < sent.length && <SendMended thing="pin" count={byPlace.size} isBusy={write.isBusy} onSend={() => void write.run()} />}
        <button type="button" onClick={onLeave}>
          Paste others
        </button>
      </p>
      {open !== null && opened !== undefined && (
        <MendPinDialog
          item={(byPlace.get(open) ?? opened).item}
          error={opened.result?.error ?? null}
          onClose={mended.leave}
          onKeep={(item) => mended.keep(open, { item })}
        />
      )}
    </>
  );
}

function Outcome({ sent: { result }, title }: { readonly sent: SentPin; readonly title: string }) {
  const text = <Text length={100}>{title}</Text>;
  const pin = result?.pin ?? null;
  return pin === null ? text : <Link href={`/pins/${pin.id}`}>{text}</Link>;
}

function Reason({ sent: { result } }: { readonly sent: SentPin }) {
  const error = result?.error ?? null;
  if (error === null) return null;
  const [first = '', ...others] = reasonsOf(error);
  return (
    <>
      <Text>{first}</Text> {others.length > 0 && <span className="quiet">and {others.length} more</span>} <code>{error.code}</code>{' '}
    </>
  );
}
