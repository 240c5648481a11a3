import { CannotStart } from '@pps/runtime/lifecycle/cannot-start';
import { findFreePort, isPortFree } from '@pps/embedded';

/** Checks that the ports can be listened on; 0 becomes a free one. Throws CannotStart naming the first setting whose port is taken or not allowed. */
export async function settlePorts<Name extends string>(wanted: Readonly<Record<Name, number>>): Promise<Record<Name, number>> {
  const settled: [string, number][] = [];
  for (const [name, port] of Object.entries<number>(wanted)) {
    const same = settled.find(([, other]) => port !== 0 && other === port);
    if (same) throw new CannotStart(`${name} and ${same[0]} are both ${port}`);
    if (port !== 0 && !(await canListen(name, port))) throw new CannotStart(`${name} ${port} is taken by another program`);
    settled.push([name, port === 0 ? await findFreePort() : port]);
  }
  return Object.fromEntries(settled) as Record<Name, number>;
}

function canListen(name: string, port: number): Promise<boolean> {
  return isPortFree(port, '0.0.0.0').catch((error: NodeJS.ErrnoException) => {
    throw new CannotStart(`${name} ${port} cannot be used (${error.code ?? error.message})`);
  });
}
