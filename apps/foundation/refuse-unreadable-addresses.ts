import { readEventStoreAddress } from '@pps/event-store';
import { readMailAddress } from '@pps/mail';
import { unreadableAddress } from '@pps/read-store';
import { CannotStart, type Configuration } from '@pps/runtime';
import { natsAddress } from '@pps/work-queue';

type Addresses = Partial<Pick<Configuration, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'EVENTSTORE_URL' | 'NATS_URL' | 'SMTP_URL'>>;

/** Throws `CannotStart` with the setting of an address that its client cannot read, before anything is waited for. Nothing of the address is shown: it holds a password. */
export function refuseUnreadableAddresses({ DATABASE_URL, DATABASE_DIRECT_URL, EVENTSTORE_URL, NATS_URL, SMTP_URL }: Addresses): void {
  const settings = [
    ['DATABASE_URL', () => DATABASE_URL && requireReadable(DATABASE_URL)],
    ['DATABASE_DIRECT_URL', () => DATABASE_DIRECT_URL && requireReadable(DATABASE_DIRECT_URL)],
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

function requireReadable(databaseUrl: string): void {
  const fault = unreadableAddress(databaseUrl);
  if (fault !== null) throw new Error(fault);
}

/** What its client expected there; other words of it may quote the address. */
function reasonOf(error: unknown): string {
  const { message = '', location, expected } = error as { message?: string; location?: readonly number[]; expected?: string };
  if (error instanceof URIError) return 'a % in it is not followed by two hex digits: write it as %25';
  if (location && expected) return `character ${(location[0] ?? 0) + 1} of it: expected ${expected}`;
  return message.replace(/^\w+_URL: /, '');
}
