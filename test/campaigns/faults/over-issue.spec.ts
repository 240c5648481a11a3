import { overIssueOf } from './over-issue';

const bucket = { capacity: 3, refillPerSecond: 2 };

test('a full bucket and what is refilled afterwards are no excess', () => {
  expect(overIssueOf([], bucket)).toBe(0);
  expect(overIssueOf([0, 0, 0, 500, 1_000, 60_000, 60_000, 60_000], bucket)).toBe(0);
});

test('a second full bucket at once is', () => {
  expect(overIssueOf([0, 0, 0, 0, 0, 0], bucket)).toBe(3);
  expect(overIssueOf([0, 0, 0, 250], bucket)).toBe(0.5);
});
