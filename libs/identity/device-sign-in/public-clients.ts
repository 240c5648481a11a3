/** A program that people sign in to with their browser. It can keep no secret: what it is given is bound to a code that only it has. */
export interface PublicClient {
  readonly id: string;
  readonly name: string;
}

const publicClients: readonly PublicClient[] = [{ id: 'pps-cli', name: 'pps, the command line' }];

/** Null for a program that nobody registered. */
export const findPublicClient = (id: string): PublicClient | null => publicClients.find((client) => client.id === id) ?? null;
