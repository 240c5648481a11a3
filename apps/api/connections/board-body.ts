import type { PlatformBoard } from '@pps/platform';

export const toBoardBody = ({ id, name, description, privacy, pinCount, ownerUsername }: PlatformBoard) => ({
  id,
  name,
  description,
  privacy,
  pin_count: pinCount,
  owner: ownerUsername,
});
