import type { PinCheckDeps } from '../create-pin/pin-checks';
import type { ValidatePinDeps } from '../create-pin/validate-pin';

type ReadOften = Pick<PinCheckDeps, 'termsOf' | 'quota' | 'boards'> & Pick<ValidatePinDeps, 'headroom'>;

/** The same, which reads the plan, the quota, each board and the pace of each account once: for one look at many items. */
export function readingOnce<Deps extends ReadOften>(deps: Deps): Deps {
  const { quota, boards, headroom } = deps;
  return {
    ...deps,
    termsOf: once(deps.termsOf, () => ''),
    quota: { readUsed: once((...of: Parameters<typeof quota.readUsed>) => quota.readUsed(...of), String) },
    boards: {
      check: once(
        (of: Parameters<typeof boards.check>[0]) => boards.check(of),
        ({ accountId, boardId }) => `${accountId} ${boardId}`,
      ),
    },
    headroom: { read: once((accountId: string) => headroom.read(accountId), String) },
  };
}

function once<Args extends readonly unknown[], T>(read: (...args: Args) => Promise<T>, nameOf: (...args: Args) => string) {
  const found = new Map<string, Promise<T>>();
  return (...args: Args): Promise<T> => {
    const name = nameOf(...args);
    const known = found.get(name) ?? read(...args);
    found.set(name, known);
    return known;
  };
}
