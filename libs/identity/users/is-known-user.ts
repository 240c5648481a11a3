import { streamName, type CommandRunner, type EventStore } from '@pps/event-store';
import type { EmailClaimed } from './email.events';
import { emailStream } from './email.stream';
import type { UserRegistered } from './user.events';
import { userStream } from './user.stream';

/** Whether the user ever came to be: a registration that ended half way, or lost the race for its address, left a stream that nothing leads to. */
export async function isKnownUser(
  { runner, store }: { readonly runner: CommandRunner; readonly store: EventStore },
  userId: string,
): Promise<boolean> {
  const { state } = await runner.load(userStream, userId);
  if (state.kind !== 'registered') return false;
  const { state: holder } = await runner.load(emailStream, state.emailHash);
  if (holder.userId === userId) return true;
  // The address was changed since, or is on its way from one to the other: who ever had the first one is a user.
  const [first] = await store.read(streamName(userStream, userId), 0, 1);
  const { emailHash } = first?.data as UserRegistered['data'];
  const facts = await store.read(streamName(emailStream, emailHash));
  return facts.some(({ type, data }) => type === 'EmailClaimed' && (data as EmailClaimed['data']).userId === userId);
}
