import { createHmac } from 'node:crypto';

/** The form in which an address is stored and compared. */
export const normalizedEmail = (address: string): string => address.trim().normalize('NFC').toLowerCase();

/** Names an address without revealing it: HMAC-SHA256 of its normalized form, lower-case hex. */
export const emailHash = (address: string, key: Buffer): string => createHmac('sha256', key).update(normalizedEmail(address)).digest('hex');
