import { exhaustedForSeconds, platformLimit } from './platform-limit';

const announced = { name: null, limit: 100, windowSeconds: 60, remaining: 7, resetSeconds: 12 };

describe('a limit of the platform', () => {
  it('is so many calls in a window', () => {
    expect(platformLimit(announced)).toEqual({ limit: 100, windowSeconds: 60 });
    expect(platformLimit({ ...announced, windowSeconds: null })).toBeNull();
  });

  it('always leaves a call within a day, whose answer can take it back', () => {
    expect(platformLimit({ ...announced, limit: 0, windowSeconds: 999_999_999 })).toEqual({ limit: 1, windowSeconds: 86_400 });
    expect(platformLimit({ ...announced, windowSeconds: 0 })).toEqual({ limit: 100, windowSeconds: 1 });
  });

  it('is exhausted until its window ends once nothing remains of it', () => {
    expect(exhaustedForSeconds({ ...announced, remaining: 0 })).toBe(12);
    expect(exhaustedForSeconds(announced)).toBeNull();
    expect(exhaustedForSeconds({ ...announced, remaining: 0, resetSeconds: null })).toBeNull();
    expect(exhaustedForSeconds({ ...announced, remaining: 0, resetSeconds: 0 })).toBeNull();
  });
});
