import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plantJournal } from '../journal/plant-journal.fixture';
import type { PinRecord } from '../platform/records';
import { startSimulators, type Simulators } from '../simulators';

export const hostileText = `<img src=x onerror="alert(1)"></title><script>alert(2)</script> & \ud83d`;
export const many = 10_000;

const at = '2026-11-28T10:00:00.000Z';

const mailNo = (n: number) => ({
  id: String(n),
  to: n % 100 === 0 ? 'grace@example.com' : `user-${n}@example.com`,
  subject: `Mail ${n}`,
  text: `Hello ${n}`,
  html: '',
  links: [],
  received_at: at,
});

/** A mail that tries everything that a mail can try. */
const hostileMail = {
  ...mailNo(many + 1),
  to: 'grace@example.com',
  subject: hostileText,
  text: `${hostileText} javascript:alert(3) https://pins.example.com/verify?token=1&x=2. "https://pins.example.com/"onclick=alert(4)`,
  html: `<script>document.title='run'</script><p onclick="alert(5)">Hello</p><a href="javascript:top.document.title='run'">Bad</a>
<a href="https://pins.example.com/verify">Verify</a><form action="https://evil.example.com"><button>Send</button></form><img src="https://evil.example.com/track.png" alt="">`,
  links: ['https://pins.example.com/verify'],
};

const pinNo = (n: number): PinRecord => ({
  id: String(n),
  order: n,
  account: n % 100 === 0 ? 'grace' : 'alice',
  boardId: '7',
  sectionId: null,
  dominantColor: null,
  media: { type: 'image_url', url: `https://images.example.com/kitchen/${n}.jpg` },
  title: `Pin ${n}`,
  description: null,
  link: null,
  altText: 'A drawing',
  content: `content${n}`,
  createdMs: Date.parse(at),
  receivedMs: Date.parse(at),
  committedMs: Date.parse(at),
  deletedMs: null,
});

const hostilePin: PinRecord = {
  ...pinNo(many + 1),
  title: hostileText,
  description: hostileText,
  altText: hostileText,
  link: 'https://pins.example.com/"><b>',
};
/** Uploaded bytes that are no picture. */
const brokenPin: PinRecord = { ...pinNo(many + 2), media: { type: 'image_file', sha256: '0'.repeat(64) } };
const videoPin: PinRecord = { ...pinNo(many + 3), media: { type: 'video', sha256: '1'.repeat(64), coverUrl: null, cover: 'frame 3' } };

const board = { order: 1, owner: 'alice', members: [], description: null, privacy: 'PUBLIC', createdMs: Date.parse(at), deleted: false };

export interface FullSimulators extends Simulators {
  /** Ends them and removes their folder. */
  discard(): Promise<void>;
}

/** Simulators with 10,000 mails and as many pins, the newest of them hostile. */
export async function startFullSimulators(): Promise<FullSimulators> {
  const dataDir = await mkdtemp(join(tmpdir(), 'full-simulators-'));
  const numbers = Array.from({ length: many }, (_, n) => n + 1);
  await plantJournal(dataDir, 'mail', { messages: [...numbers.map(mailNo), hostileMail] });
  await plantJournal(dataDir, 'platform', {
    accounts: ['alice', 'grace', hostileText].map((username, n) => ({ id: String(n), username, createdMs: 0 })),
    boards: numbers.slice(0, 300).map((n) => ({ ...board, id: String(n), order: n, name: n === 7 ? hostileText : `Board ${n}` })),
    pins: [...numbers.map(pinNo), hostilePin, brokenPin, videoPin],
  });
  const simulators = await startSimulators({ port: 0, smtpPort: 0, dataDir });
  const discard = async () => {
    await simulators.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...simulators, discard };
}
