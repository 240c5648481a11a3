import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';

const typeA = 1;
const typeAaaa = 28;

/**
 * A name server on loopback that answers for the given names and is silent about all others; `asked` has the names in the order of the questions.
 * After `endSilence` it says of the others that they have no address, also to whom it has not answered.
 */
export async function startNameServer(names: Readonly<Record<string, readonly string[]>>) {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  const unanswered: (() => void)[] = [];
  let isSilent = true;
  socket.on('message', (question, { port, address }) => {
    const { name, type, end } = readQuestion(question);
    asked.push(name);
    const answer = (addresses: readonly string[]) => {
      const answers = addresses.filter((one) => (isIPv6(one) ? typeAaaa : typeA) === type).map((one) => record(type, one));
      const header = Buffer.from(question.subarray(0, 12));
      header.writeUInt16BE(0x8180, 2);
      header.writeUInt16BE(answers.length, 6);
      header.writeUInt32BE(0, 8);
      socket.send(Buffer.concat([header, question.subarray(12, end), ...answers]), port, address);
    };
    const addresses = names[name];
    if (addresses) answer(addresses);
    else if (isSilent) unanswered.push(() => answer([]));
    else answer([]);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const endSilence = () => {
    isSilent = false;
    for (const answer of unanswered.splice(0)) answer();
  };
  const stop = () => new Promise<void>((resolve) => socket.close(() => resolve()));
  return { server: `127.0.0.1:${socket.address().port}`, asked, endSilence, stop };
}

function readQuestion(message: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** A resource record of class IN that points back at the question's name. */
function record(type: number, address: string): Buffer {
  const bytes = isIPv6(address) ? Buffer.from(fullHex(address), 'hex') : Buffer.from(address.split('.').map(Number));
  const head = Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]);
  return Buffer.concat([head, bytes]);
}

function fullHex(address: string): string {
  const [front = '', back = ''] = address.split('::');
  const groups = (part: string) => part.split(':').filter(Boolean);
  const missing = 8 - groups(front).length - groups(back).length;
  return [...groups(front), ...Array<string>(missing).fill('0'), ...groups(back)].map((group) => group.padStart(4, '0')).join('');
}
