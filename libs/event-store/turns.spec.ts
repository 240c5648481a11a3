import { Turns } from './turns';

function gate() {
  let open = () => undefined as void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe('turns', () => {
  it('go one after another for one thing, in order, whether they end well or not; other things do not wait', async () => {
    const turns = new Turns(5_000);
    const { open, opened } = gate();
    const order: string[] = [];
    const first = turns.take('a', async () => {
      await opened;
      order.push('first');
      throw new Error('failed');
    });
    const second = turns.take('a', async () => void order.push('second'));
    const third = turns.take('a', async () => void order.push('third'));
    await turns.take('b', async () => void order.push('other'));
    open();
    await expect(first).rejects.toThrow('failed');
    await Promise.all([second, third]);
    expect(order).toEqual(['other', 'first', 'second', 'third']);
  });

  it('are waited for as long as others end', async () => {
    const turns = new Turns(500);
    let inHand = 0;
    const one = async () => {
      expect(++inHand).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 30));
      inHand--;
    };
    await Promise.all(Array.from({ length: 30 }, () => turns.take('a', one)));
  });

  it('are not waited for longer than the patience', async () => {
    const turns = new Turns(20);
    const { open, opened } = gate();
    const stuck = turns.take('a', () => opened);
    expect(await turns.take('a', async () => 'went ahead')).toBe('went ahead');
    open();
    await stuck;
  });
});
