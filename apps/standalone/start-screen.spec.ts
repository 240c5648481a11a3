import { openStartScreen, type ScreenStream } from './start-screen';

let now = 0;
beforeEach(() => {
  jest.useFakeTimers();
  now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});

function streamOf(isTTY: boolean, columns = 80): { stream: ScreenStream; written: string[] } {
  const written: string[] = [];
  const write = (text: string | Uint8Array) => written.push(String(text)) > 0;
  return { stream: { isTTY, columns, write } as ScreenStream, written };
}

/** What stands on a terminal's last line. */
const lastLine = (written: readonly string[]): string => written.join('').split('\n').at(-1)?.split('\r\x1b[2K').at(-1) ?? '';

function begin(): { work: () => Promise<void>; end: () => void } {
  let end = () => undefined as void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: () => ended, end };
}

describe('what a start shows', () => {
  it('names what is being done once two seconds have passed, and takes it away when it is done', async () => {
    const { stream, written } = streamOf(true);
    const screen = openStartScreen(stream);
    const [database, queue] = [begin(), begin()];
    const making = screen.during('making the database', database.work);
    expect(written).toEqual([]);
    now = 2_500;
    jest.advanceTimersByTime(500);
    expect(lastLine(written)).toBe('… making the database (3 s)');
    const starting = screen.during('starting the work queue', queue.work);
    expect(lastLine(written)).toBe('… making the database, starting the work queue (3 s)');
    database.end();
    await making;
    expect(lastLine(written)).toBe('… starting the work queue (3 s)');
    queue.end();
    await starting;
    expect(lastLine(written)).toBe('');
    screen.close();
  });

  it('keeps lines whole above it', () => {
    const { stream, written } = streamOf(true, 20);
    const screen = openStartScreen(stream);
    now = 3_000;
    void screen.during('making the database', begin().work);
    screen.line('a line');
    expect(written.join('')).toContain('\r\x1b[2Ka line\n');
    expect(lastLine(written)).toBe('… making the databa');
    screen.close();
    expect(lastLine(written)).toBe('');
  });

  it('is nothing but the lines where nobody looks', async () => {
    const { stream, written } = streamOf(false);
    const screen = openStartScreen(stream);
    now = 60_000;
    await screen.during('making the database', async () => undefined);
    screen.line('{"level":"info"}');
    screen.close();
    expect(written).toEqual(['{"level":"info"}\n']);
  });

  it('passes on how a step failed', async () => {
    const screen = openStartScreen(streamOf(true).stream);
    await expect(screen.during('making the database', () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
    screen.close();
  });
});
