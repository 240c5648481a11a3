import { GivenDuties } from './given-duties';

const waitMs = 10_000;
const soonMs = 16_000;

function givenAt(start = 0) {
  let now = start;
  const given = new GivenDuties(() => now);
  return { given, pass: (ms: number) => void (now += ms) };
}

describe('duties that were given up for another host', () => {
  it('are given to one that took them, and not for 10 s to one from whom they came back', () => {
    const { given, pass } = givenAt();
    given.note('mail', 'c');
    pass(soonMs + 1);
    given.note('pacing', 'b');
    given.noteReturn('pacing');
    expect([given.mayTake('b'), given.mayTake('c')]).toEqual([false, true]);
    pass(waitMs - 1);
    expect(given.mayTake('b')).toBe(false);
    pass(1);
    expect(given.mayTake('b')).toBe(true);
  });

  it('are given half as often each further time, but once an hour in any case', () => {
    const { given, pass } = givenAt();
    const waits: number[] = [];
    for (let time = 0; time < 11; time++) {
      given.note('pacing', 'b');
      given.noteReturn('pacing');
      let waited = 0;
      for (; !given.mayTake('b'); waited++) pass(waitMs);
      waits.push(waited);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]);
  });

  it('say nothing of their receiver where they came back from somebody else', () => {
    const { given } = givenAt();
    given.note('pacing', 'b');
    given.noteReturn('pacing', (receiver) => receiver === 'c');
    expect(given.mayTake('b')).toBe(true);
  });

  it('that come back together, or long after, say no more than one does, or nothing', () => {
    const { given, pass } = givenAt();
    for (const duty of ['pacing', 'mail', 'firing']) given.note(duty, 'b');
    for (const duty of ['pacing', 'mail', 'firing']) given.noteReturn(duty);
    pass(waitMs);
    expect(given.mayTake('b')).toBe(true);
    given.note('pacing', 'c');
    pass(soonMs + 1);
    given.noteReturn('pacing');
    expect(given.mayTake('c')).toBe(true);
  });
});
