import { factsOf, streamName, type Streams, type EventStore } from '@pps/event-store';
import { emailStream } from '../users/email.stream';
import { userStream } from '../users/user.stream';

const registrations = factsOf(userStream, 'UserRegistered');
const claims = factsOf(emailStream, 'EmailClaimed');

/** Whether the user's registration was completed: one that was interrupted, or lost the race for its address, left a stream without an e-mail address. */
export async function isRegisteredUser(
  { streams, store }: { readonly streams: Streams; readonly store: EventStore },
  userId: string,
): Promise<boolean> {
  const { state } = await streams.load(userStream, userId);
  if (state.kind !== 'registered') return false;
  const { state: holder } = await streams.load(emailStream, state.emailHash);
  if (holder.userId === userId) return true;
  // The address was changed, or is being changed: whoever ever had the address of the registration is a user.
  const [first] = await store.read(streamName(userStream, userId), 0, 1);
  const registered = first ? registrations.read(first) : null;
  // What only a newer release can read may be the claim: nobody is forgotten on a guess.
  if (!registered) return true;
  const facts = await store.read(streamName(emailStream, registered.data.emailHash));
  return facts.some((fact) => fact.type === 'EmailClaimed' && (claims.read(fact)?.data.userId ?? userId) === userId);
}
