import { send, type TestSimulators } from '../../apps/simulators/testing';
import { eventually } from './eventually';

export interface ReceivedMail {
  readonly subject: string;
  readonly links: readonly string[];
  readonly text: string;
  readonly html: string;
}

/** The simulator's mailbox of one address. */
export function mailboxOf(simulators: Pick<TestSimulators, 'url'>, email: string) {
  const all = async (subject: RegExp): Promise<ReceivedMail[]> => {
    const { json } = await send('GET', `${simulators.url}/mail/messages?to=${encodeURIComponent(email)}`);
    return (json as ReceivedMail[]).filter((mail) => subject.test(mail.subject));
  };
  const newest = (subject: RegExp, atLeast = 1) =>
    eventually(`mail ${atLeast} about ${subject} to ${email}`, async () => (await all(subject))[atLeast - 1]);
  return { all, newest };
}

/** The token in the mail's first link. */
export const tokenIn = (mail: ReceivedMail): string => new URL(mail.links[0] ?? '').searchParams.get('token') ?? '';
