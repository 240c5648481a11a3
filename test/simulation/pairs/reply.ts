/** What controllers write their headers on. */
export const reply = { header: () => reply, headers: () => reply, code: () => reply } as never;

/** Writes no headroom: nothing is decided by it. */
export const headroom = {
  onRefusal: (_reply: unknown, _principal: unknown, _account: unknown, work: () => Promise<unknown>) => work(),
  addHeaders: (_reply: unknown, _principal: unknown, _account: unknown, work: () => Promise<unknown>) => work(),
  write: async () => null,
} as never;
