import type { Vault } from '@pps/vault';
import type { Streams } from '@pps/event-store';
import type { Platform } from '@pps/platform';

/** Where a process ends while it refreshes a token, in the order in which a refresh passes them. */
export const crashPoints = ['before the call', 'answered, not saved', 'saved, not recorded', 'recorded, old one not deleted'] as const;

export type CrashPoint = (typeof crashPoints)[number];

/** What may come of it: `healed` without anybody noticing, or a new consent that is asked for. */
export const outcomesAt: Readonly<Record<CrashPoint, 'healed' | 'reconnect'>> = {
  'before the call': 'healed',
  'answered, not saved': 'reconnect',
  'saved, not recorded': 'healed',
  'recorded, old one not deleted': 'healed',
};

export interface RefreshParts {
  readonly platform: Platform;
  readonly vault: Vault;
  readonly streams: Streams;
}

/** The same parts, but the process ends at that point: `crash` never comes back. */
export function crashingAt(point: CrashPoint, { platform, vault, streams }: RefreshParts, crash: () => Promise<never>): RefreshParts {
  const after = async <T>(here: CrashPoint, work: () => Promise<T>): Promise<T> => {
    const result = await work();
    return point === here ? crash() : result;
  };
  return {
    platform: {
      ...platform,
      refreshToken: (request, options) =>
        point === 'before the call' ? crash() : after('answered, not saved', () => platform.refreshToken(request, options)),
    },
    vault: {
      ...vault,
      put: (subject, kind, value) => after('saved, not recorded', () => vault.put(subject, kind, value)),
    },
    streams: new Proxy(streams, {
      get: (target, name, receiver): unknown => {
        const member: unknown = Reflect.get(target, name, receiver);
        if (name !== 'decide' || typeof member !== 'function') return typeof member === 'function' ? member.bind(target) : member;
        return (...args: unknown[]) => after('recorded, old one not deleted', () => Promise.resolve(member.apply(target, args) as unknown));
      },
    }),
  };
}
