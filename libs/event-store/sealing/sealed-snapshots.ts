import type { Snapshots } from '../snapshots';
import type { FactSealing } from './fact-sealing';
import { isSealedText, openText, sealText } from './sealed-text';

/**
 * The same snapshots, with states that hold somebody's words sealed under the key of that subject. One whose key is gone is as if it were not there, and so
 * is one of a release before, which is in the clear: it is replaced by a sealed one.
 */
export function withSealedSnapshots(snapshots: Snapshots, sealing: FactSealing): Snapshots {
  const { keys } = sealing;
  const place = (stream: string, factId: string) => `snapshot\n${stream}\n${factId}`;
  return {
    async newest(stream, version) {
      const snapshot = await snapshots.newest(stream, version);
      if (!snapshot) return null;
      if (!isSealedState(snapshot.state)) return sealing.isSealing && sealing.hasWords(stream) ? null : snapshot;
      const { subject, text } = snapshot.state;
      const sealer = (await keys.toOpen([subject])).get(subject);
      const opened = openText(sealer, text, place(stream, snapshot.factId));
      return opened === null ? null : { ...snapshot, state: opened, subject };
    },

    async save(stream, version, snapshot) {
      const { subject, ...stored } = snapshot;
      if (subject === undefined || !sealing.isSealing) return snapshots.save(stream, version, stored);
      const sealer = await keys.toSeal(subject);
      if (!sealer) return;
      const text = sealText(sealer, snapshot.state, place(stream, snapshot.factId));
      await snapshots.save(stream, version, { ...stored, state: { subject, text } satisfies SealedState });
    },
  };
}

interface SealedState {
  readonly subject: string;
  readonly text: string;
}

const isSealedState = (state: unknown): state is SealedState =>
  typeof state === 'object' && state !== null && 'text' in state && isSealedText(state.text) && 'subject' in state;
