import { findFreePort } from '@pps/embedded';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** From now on answers do not arrive, while questions do; `pass` lets new ones through, what was held back is lost. */
  dropAnswers(): void;
  pass(): void;
  /** Of what clients send from now on, only so many bytes arrive. */
  loseQuestionsAfter(bytes: number): void;
  /** Ends every connection as soon as a client sends this text, which does not arrive; resolves then. */
  cutBefore(text: string): Promise<void>;
  /** New connections lead there from now on; those that are open stay where they are. */
  leadTo(targetPort: number): void;
  /** Ends every connection that is open. */
  cut(): void;
  stop(): Promise<void>;
}

/** A proxy between a client and a server on this machine that loses what a test asks it to lose; on a free port unless one is given. */
export async function tcpProxy(targetPort: number, port?: number): Promise<TcpProxy> {
  const listensOn = port ?? (await findFreePort());
  const open = new Set<Socket>();
  let leadsTo = targetPort;
  let dropping = false;
  let questionBytesLeft = Infinity;
  let fatal: { readonly text: string; readonly happened: () => void } | undefined;
  const server = createServer((client) => {
    const target = createConnection({ host: '127.0.0.1', port: leadsTo });
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    client.on('data', (data) => {
      if (fatal && data.includes(fatal.text)) {
        const { happened } = fatal;
        fatal = undefined;
        cut();
        return happened();
      }
      questionBytesLeft -= data.length;
      if (questionBytesLeft >= 0) target.write(data);
    });
    target.on('data', (data) => {
      if (!dropping) client.write(data);
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(listensOn, '127.0.0.1', resolve));
  const cut = () => open.forEach((socket) => socket.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    dropAnswers: () => (dropping = true) && undefined,
    pass: () => void (dropping = false),
    cutBefore: (text) => new Promise((resolve) => (fatal = { text, happened: resolve })),
    loseQuestionsAfter: (bytes) => void (questionBytesLeft = bytes),
    leadTo: (other) => void (leadsTo = other),
    cut,
    stop: () =>
      new Promise<void>((resolve) => {
        cut();
        server.close(() => resolve());
      }),
  };
}
