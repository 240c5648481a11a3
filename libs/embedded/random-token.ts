import { randomBytes } from 'node:crypto';

/** 192 random bits that a URL and a configuration file can hold as they are. */
export const randomToken = (): string => randomBytes(24).toString('base64url');
