import { hash, verify } from '@node-rs/argon2';
import { Rejected } from '@pps/kernel';

// RFC 9106 with OWASP's costs: argon2id, 19 MiB, two passes.
const costs = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const mostAtOnce = 3;
const mostWaiting = 500;

/** Of a password nobody has: verifying against it takes as long as against a real one. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$8Xgyn+CNU1m0se3JzX0qHQ$7lhsQeV5tx8Qcn0Q32cpduNyCnVWCI02CyLf8SUjRng';

let running = 0;
const waiting: (() => void)[] = [];

/** The argon2id hash of a password in PHC form. At most 3 at once, 500 wait; throws `Rejected('service_unavailable')` beyond that. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password.normalize('NFC'), costs));

/** Whether a password fits a hash; takes the same time when there is no hash to fit, and then answers false. */
export async function fitsPassword(password: string, phc: string | null): Promise<boolean> {
  const fits = await inTurn(() => verify(phc ?? nobodysHash, password.normalize('NFC')));
  return fits && phc !== null;
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= mostAtOnce) {
    if (waiting.length >= mostWaiting) throw new Rejected('service_unavailable', 'Too many sign-ins at once');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
