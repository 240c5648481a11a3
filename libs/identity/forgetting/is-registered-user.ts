import { streamName, type CommandRunner, type EventStore } from '@pps/event-store';
import type { EmailClaimed } from '../email-addresses/email.events';
import { emailStream } from '../email-addresses/email.stream';
import type { UserRegistered } from '../users/user.events';
import { userStream } from '../users/user.stream';

/** Whether the user's registration was completed: one that was interrupted, or lost the race for its address, left a stream without an e-mail address. */
export async function isRegisteredUser(
  { runner, store }: { readonly runner: CommandRunner; readonly store: EventStore },
  userId: string,
): Promise<boolean> {
  const { state } = await runner.load(userStream, userId);
  if (state.kind !== 'registered') return false;
  const { state: holder } = await runner.load(emailStream, state.emailHash);
  if (holder.userId === userId) return true;
  // The address was changed, or is being changed: whoever ever had the address of the registration is a user.
  const [first] = await store.read(streamName(userStream, userId), 0, 1);
  const { emailHash } = first?.data as UserRegistered['data'];
  const facts = await store.read(streamName(emailStream, emailHash));
  return facts.some(({ type, data }) => type === 'EmailClaimed' && (data as EmailClaimed['data']).userId === userId);
}
