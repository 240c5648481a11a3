import { hash, verify } from '@node-rs/argon2';

// argon2id (RFC 9106) with the costs that OWASP recommends: 19 MiB, two passes.
const costs = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hash of a password that nobody has: verifying against it takes as long as against a real one. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$8Xgyn+CNU1m0se3JzX0qHQ$7lhsQeV5tx8Qcn0Q32cpduNyCnVWCI02CyLf8SUjRng';

/** The argon2id hash of a password in PHC form. It takes a core for tens of milliseconds: call it with one of the `HashingPermits`. */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFC'), costs);

/** Whether a password fits a hash, at the cost of `hashPassword`. Without a hash it takes the same time and answers false. */
export async function verifyPassword(password: string, phc: string | null): Promise<boolean> {
  const fits = await verify(phc ?? dummyHash, password.normalize('NFC'));
  return fits && phc !== null;
}
