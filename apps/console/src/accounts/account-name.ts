import type { Account } from 'pin-publishing';

const most = 80;

/** What an account is called in lists and choices. */
export function accountName({ username, display_name, platform_user_id }: Account): string {
  const name = username ?? display_name ?? platform_user_id;
  return name.length > most ? `${name.slice(0, most)}…` : name;
}
