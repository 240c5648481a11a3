import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * `through`: all arrives. `refusing`: connections end and none is taken. `silent`: nothing arrives, either way, and nobody is told. `deaf`: questions arrive and
 * answers do not. `slow`: all arrives later. What a silent or deaf wire held back arrives when it is through again, as packets that are sent again do.
 */
export type WireState = 'through' | 'refusing' | 'silent' | 'deaf' | 'slow';

export interface Wire {
  readonly port: number;
  become(state: WireState): void;
  stop(): Promise<void>;
}

interface Flow {
  readonly from: Socket;
  readonly carriesAnswers: boolean;
}

const slowMs = 150;

/** A wire from a client to a server on this machine. */
export async function layWire(targetPort: number): Promise<Wire> {
  let state: WireState = 'through';
  const open = new Set<Socket>();
  const flows = new Set<Flow>();
  const holdsBack = ({ carriesAnswers }: Flow) => state === 'silent' || (state === 'deaf' && carriesAnswers);

  const carry = (from: Socket, to: Socket, carriesAnswers: boolean) => {
    const flow = { from, carriesAnswers };
    let onItsWay = Promise.resolve();
    const deliver = (chunk: Buffer) => {
      if (to.destroyed || to.write(chunk)) return;
      from.pause();
      to.once('drain', () => void (holdsBack(flow) || from.resume()));
    };
    flows.add(flow);
    open.add(from);
    from.on('data', (chunk) => {
      if (state !== 'slow') return void (onItsWay = onItsWay.then(() => deliver(chunk)));
      const sent = new Promise<void>((arrives) => setTimeout(arrives, slowMs));
      onItsWay = onItsWay.then(() => sent).then(() => deliver(chunk));
    });
    from.on('error', () => undefined);
    from.once('end', () => void onItsWay.then(() => to.end()));
    from.once('close', () => {
      open.delete(from);
      flows.delete(flow);
      // A wire that carries nothing does not tell either that a connection has ended.
      if (!holdsBack(flow)) void onItsWay.then(() => to.destroySoon());
    });
    if (holdsBack(flow)) from.pause();
  };

  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (state === 'refusing') return void client.destroy();
    const target = createConnection({ host: '127.0.0.1', port: targetPort, allowHalfOpen: true });
    carry(client, target, false);
    carry(target, client, true);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    become: (next) => {
      state = next;
      if (next === 'refusing') for (const socket of open) socket.destroy();
      for (const flow of flows) {
        if (holdsBack(flow)) flow.from.pause();
        else flow.from.resume();
      }
    },
    stop: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
