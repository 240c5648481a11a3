export interface PlatformRefusal extends Error {
  readonly statusCode: number;
  readonly code: number;
}

/** An answer of the platform's that is no success. */
export function platformRefusal(statusCode: number, code: number, message: string): PlatformRefusal {
  return Object.assign(new Error(message), { statusCode, code });
}

export const authenticationFailed = () => platformRefusal(401, 2, 'Authentication failed.');
export const unknownBoard = () => platformRefusal(404, 40, 'Board not found.');
export const unknownPin = () => platformRefusal(404, 50, 'Pin not found.');
export const notAuthorized = () => platformRefusal(401, 7, 'You are not authorized to access that Board or Pin.');
export const scopesMissing = (scopes: readonly string[]) =>
  platformRefusal(401, 3, `Your token does not have the scopes it needs. (Missing: [${scopes.map((scope) => `'${scope}'`).join(', ')}])`);
export const badParameter = (message: string) => platformRefusal(400, 1, message);

const usualCodes: Readonly<Record<number, readonly [code: number, message: string]>> = {
  400: [1, 'Invalid request.'],
  401: [2, 'Authentication failed.'],
  403: [29, 'You are not permitted to access that resource.'],
  404: [404, 'Not found.'],
  409: [409, 'Could not get exclusive access to the board. Try again later.'],
  429: [8, 'This request exceeded a rate limit. This can happen if the client exceeds one of the published rate limits.'],
  501: [4181, 'Not implemented.'],
};

/** What the platform usually says with this status to this operation. */
export function usualRefusal(operation: string, status: number): { code: number; message: string } {
  if (status === 404 && (operation.startsWith('board') || operation === 'pins.create')) return { code: 40, message: 'Board not found.' };
  if (status === 404 && operation.startsWith('pins.')) return { code: 50, message: 'Pin not found.' };
  const [code, message] = usualCodes[status] ?? [500, 'Unexpected error.'];
  return { code, message };
}
