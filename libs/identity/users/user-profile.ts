/** What the vault keeps about a user under its `profileRef`. */
export interface UserProfile {
  readonly full_name: string;
  readonly email: string;
}

/** The vault's subject of everything kept for a user. */
export const userSubject = (userId: string): string => `user:${userId}`;
