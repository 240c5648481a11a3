/** API, orchestrator and worker, which lock accounts; each may hold half of its share of the connections for locks. */
const lockingHosts = 3;

/**
 * Connections to PostgreSQL of four hosts in one process, where one of its own would have `hostSize`: in all, and the share that each host reckons
 * with. A statement waits for the processor, not for a connection, and each connection keeps 15 to 25 MiB of plans and catalogue in memory; two more
 * than a host has leave half of them free while as many accounts are locked as may be.
 */
export function sharePool(hostSize: number): { readonly inAll: number; readonly ofEach: number } {
  const inAll = hostSize + 2;
  return { inAll, ofEach: Math.max(2, Math.floor(inAll / lockingHosts)) };
}
