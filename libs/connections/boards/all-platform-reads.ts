/** Name of the bucket that every read of boards at the platform counts in. */
export const allPlatformReads = 'platform reads';
