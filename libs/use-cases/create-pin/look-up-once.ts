import type { PinCheckDeps } from './pin-checks';

type LookUps = Pick<PinCheckDeps, 'accounts' | 'boards'>;

/** The same look-ups, each account and each board asked for once: for the items of one batch, as of one moment. */
export function lookUpOnce<Deps extends LookUps>(deps: Deps): Deps {
  const accounts = new Map<string, ReturnType<LookUps['accounts']['find']>>();
  const boards = new Map<string, ReturnType<LookUps['boards']['check']>>();
  return {
    ...deps,
    accounts: {
      find: (...[projectId, accountId, epoch, asOf]: Parameters<LookUps['accounts']['find']>) =>
        once(accounts, accountId, () => deps.accounts.find(projectId, accountId, epoch, asOf)),
    },
    boards: {
      check: (question: Parameters<LookUps['boards']['check']>[0]) =>
        once(boards, `${question.accountId} ${question.boardId}`, () => deps.boards.check(question)),
    },
  };
}

function once<Answer>(known: Map<string, Answer>, key: string, ask: () => Answer): Answer {
  const present = known.get(key);
  if (present !== undefined) return present;
  const asked = ask();
  known.set(key, asked);
  return asked;
}
