/** What the vault holds about a user under `profileRef`. */
export interface UserProfile {
  readonly full_name: string;
  readonly email: string;
}

/** The vault's subject of everything it holds about a user. */
export const userSubject = (userId: string): string => `user:${userId}`;
