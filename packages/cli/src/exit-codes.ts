/** How `pps` ends, and what that means. */
export const exitCodes = {
  done: 0,
  refused: 1,
  usage: 2,
  credential: 3,
  notFound: 4,
  limit: 5,
  unreachable: 6,
  wrong: 7,
  interrupted: 130,
} as const;

export type ExitCodeName = keyof typeof exitCodes;

/** What each code means, for the help and the manual. */
export const exitMeanings: Readonly<Record<ExitCodeName, string>> = {
  done: 'done',
  refused: 'the service refused, or the thing failed that was waited for',
  usage: 'wrong command line, or a file that cannot be read or written',
  credential: 'no credential, or one that is refused, lacks a scope, was revoked or has expired',
  notFound: 'there is no such thing',
  limit: 'quota used up or asked too often',
  unreachable: 'the service, or what it depends on, cannot be reached',
  wrong: 'looked for mistakes and found some (`audit verify`, `doctor`)',
  interrupted: 'interrupted by Ctrl-C or SIGTERM',
};
