import { newId } from '@pps/kernel';
import { Pool } from 'undici';
import { installation } from '../installation/installation';

export interface TimingResult {
  readonly what: string;
  readonly known: number;
  readonly unknown: number;
  /** How far the medians are apart, in parts of the unknown's. */
  readonly difference: number;
}

const accounts = 50;
const warmUp = 50;
const limitless = {
  LOGIN_FAILURES_PER_EMAIL: '1000000',
  LOGIN_FAILURES_PER_EMAIL_AND_ADDRESS: '1000000',
  LOGIN_FAILURES_PER_ADDRESS: '1000000',
  MAIL_REQUESTS_PER_ADDRESS: '1000000',
  MAIL_INTERVAL: '1ms',
};

/** Medians, in milliseconds, of answers about known and unknown addresses; calls alternate, one at a time, so that both see the same machine. */
export async function timingCampaign({ calls }: { readonly calls: number }): Promise<readonly TimingResult[]> {
  const service = await installation(limitless);
  try {
    await service.start();
    const http = new Pool(`http://127.0.0.1:${service.apiPort}`, { connections: 1 });
    const post = async (path: string, body: object): Promise<number> => {
      const begun = performance.now();
      const headers = { 'content-type': 'application/json' };
      const response = await http.request({ method: 'POST', path, headers, body: JSON.stringify(body) });
      await response.body.dump();
      if (response.statusCode >= 500) throw new Error(`${path} answered ${response.statusCode}`);
      return performance.now() - begun;
    };
    const known = Array.from({ length: accounts }, () => `known.${newId()}@example.test`);
    const unknown = Array.from({ length: accounts }, () => `other.${newId()}@example.test`);
    for (const email of known) await post('/v1/auth/register', { full_name: 'Ada', email, password: 'correct horse' });
    const login = (email: string) => post('/v1/auth/login', { email, password: 'wrong horse' });
    const forgot = (email: string) => post('/v1/auth/forgot-password', { email });
    const results = [await compare('login', calls, known, unknown, login), await compare('forgot-password', calls, known, unknown, forgot)];
    await http.close();
    await service.stop();
    return results;
  } finally {
    await service.discard(false);
  }
}

async function compare(
  what: string,
  calls: number,
  known: readonly string[],
  unknown: readonly string[],
  call: (email: string) => Promise<number>,
): Promise<TimingResult> {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let n = -warmUp; n < calls; n++) {
    const [one, other] = n % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const side of [one, other]) {
      const addresses = side === 'known' ? known : unknown;
      const time = await call(addresses[Math.abs(n) % addresses.length] ?? '');
      if (n >= 0) times[side].push(time);
    }
  }
  const [ofKnown, ofUnknown] = [middle(times.known), middle(times.unknown)];
  return { what, known: ofKnown, unknown: ofUnknown, difference: Math.abs(ofKnown - ofUnknown) / ofUnknown };
}

const middle = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
