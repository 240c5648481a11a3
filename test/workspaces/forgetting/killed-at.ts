import type { ForgettingDeps } from '@pps/use-cases';

/** What a process that was killed would have thrown, had it lived. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

/** The same deps, which die at the `moment`-th moment: before and after each effect is one. */
export function killedAt(deps: ForgettingDeps, moment: number): ForgettingDeps {
  let passed = 0;
  const pass = () => {
    passed += 1;
    if (passed >= moment) throw new Killed();
  };
  const mortal = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return async (...given: unknown[]): Promise<unknown> => {
          pass();
          const result: unknown = await (member.bind(target) as (...args: unknown[]) => Promise<unknown>)(...given);
          pass();
          return result;
        };
      },
    });
  const { streams, vault, storage, importBodies, freshness, payments } = deps;
  return {
    ...deps,
    streams: mortal(streams),
    vault: mortal(vault),
    storage: mortal(storage),
    importBodies: mortal(importBodies),
    freshness: mortal(freshness),
    payments: payments && mortal(payments),
  };
}
