let aheadMs = 0;
let answeredAt: Date | null = null;

/** Takes the service's time from an answer: clocks of browsers are wrong by minutes now and then. */
export function noteAnswer({ headers }: Response): void {
  answeredAt = new Date();
  const told = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(told)) aheadMs = told - answeredAt.getTime();
}

/** What time it is at the service, to the second. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs);

/** A moment that nothing which was done up to now is later than: the service's answers tell whole seconds. */
export const endOfPresent = (): Date => new Date(serverNow().getTime() + 1_000);

/** When the service answered last. */
export const lastAnswerAt = (): Date | null => answeredAt;
