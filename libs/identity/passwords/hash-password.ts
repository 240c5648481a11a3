import { hash, verify } from '@node-rs/argon2';
import { Semaphore } from '@pps/concurrency';
import { Rejected } from '@pps/kernel';

// argon2id (RFC 9106) with the costs that OWASP recommends: 19 MiB, two passes.
const costs = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const maxConcurrent = 3;
const maxWaiting = 500;

/** Hash of a password that nobody has: verifying against it takes as long as against a real one. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$8Xgyn+CNU1m0se3JzX0qHQ$7lhsQeV5tx8Qcn0Q32cpduNyCnVWCI02CyLf8SUjRng';

const semaphore = new Semaphore(maxConcurrent);
let underWay = 0;

/** The argon2id hash of a password in PHC form. At most 3 are computed at once and 500 wait; throws `Rejected('service_unavailable')` beyond that. */
export const hashPassword = (password: string): Promise<string> => limitConcurrency(() => hash(password.normalize('NFC'), costs));

/** Whether a password fits a hash. Without a hash it takes the same time and answers false. Throws `Rejected('service_unavailable')` as `hashPassword` does. */
export async function verifyPassword(password: string, phc: string | null): Promise<boolean> {
  const fits = await limitConcurrency(() => verify(phc ?? dummyHash, password.normalize('NFC')));
  return fits && phc !== null;
}

async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
  if (underWay >= maxConcurrent + maxWaiting) throw new Rejected('service_unavailable', 'Too many sign-ins at once');
  underWay++;
  try {
    return await semaphore.runExclusive(work);
  } finally {
    underWay--;
  }
}
