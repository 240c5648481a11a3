import { readEventStoreAddress } from '@pps/event-store';
import { readMailAddress } from '@pps/mail';
import { CannotStart, type Configuration } from '@pps/runtime';
import { natsAddress } from '@pps/work-queue';

type Addresses = Partial<Pick<Configuration, 'EVENTSTORE_URL' | 'NATS_URL' | 'SMTP_URL'>>;

/** Throws `CannotStart` with the setting of an address that its client cannot read, before anything is waited for. Nothing of the address is shown: it holds a password. */
export function refuseUnreadableAddresses({ EVENTSTORE_URL, NATS_URL, SMTP_URL }: Addresses): void {
  const settings = [
    ['EVENTSTORE_URL', () => EVENTSTORE_URL && readEventStoreAddress(EVENTSTORE_URL)],
    ['NATS_URL', () => NATS_URL && natsAddress(NATS_URL)],
    ['SMTP_URL', () => SMTP_URL && readMailAddress(SMTP_URL)],
  ] as const;
  for (const [setting, read] of settings) {
    try {
      read();
    } catch (error) {
      throw new CannotStart(`${setting} cannot be used: ${reasonOf(error)}`);
    }
  }
}

/** What its client expected there; other words of it may quote the address. */
function reasonOf(error: unknown): string {
  const { message = '', location, expected } = error as { message?: string; location?: readonly number[]; expected?: string };
  if (error instanceof URIError) return 'a % in it is not followed by two hex digits: write it as %25';
  if (location && expected) return `character ${(location[0] ?? 0) + 1} of it: expected ${expected}`;
  return message.replace(/^\w+_URL: /, '');
}
