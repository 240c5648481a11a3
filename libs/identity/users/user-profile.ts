import { createHmac } from 'node:crypto';

/** What the vault holds about a user under `profileRef`. */
export interface UserProfile {
  readonly full_name: string;
  readonly email: string;
}

/** The vault's subject of everything it holds about a user. */
export const userSubject = (userId: string): string => `user:${userId}`;

/** The form in which an address is stored and compared. */
export const normalizedEmail = (address: string): string => address.trim().normalize('NFC').toLowerCase();

/** Names an address without revealing it: HMAC-SHA256 of its normalized form, lower-case hex. */
export const emailHash = (address: string, key: Buffer): string => createHmac('sha256', key).update(normalizedEmail(address)).digest('hex');
