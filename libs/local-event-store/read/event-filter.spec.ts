import { createEventFilter } from './event-filter';

const base = { window: undefined, checkpointIntervalMultiplier: 1 };
const event = { stream: 'pin-1', type: 'PinQueued' };

describe('event filter', () => {
  it('lets a regular expression win over prefixes', () => {
    expect(createEventFilter({ ...base, subject: 'type', regex: '^Other', prefixes: ['Pin'] })(event)).toBe(false);
  });

  it('matches nothing without prefixes', () => {
    expect(createEventFilter({ ...base, subject: 'stream', regex: '', prefixes: [] })(event)).toBe(false);
  });

  it.each(['^(a+)+$', '((a+))+$', '(a|a)+$', '(?:a|aa)*$', '((?<x>b?))*', '([a-z]*)*', '(a|b+){3}', '(a)\\1', '(', 'x'.repeat(3_000)])(
    'refuses %p',
    (regex) => {
      expect(() => createEventFilter({ ...base, subject: 'type', regex, prefixes: [] })).toThrow('filter expression');
    },
  );

  it.each(['^[^\\$].*', '^Pin(Queued|Lost)$', '^(pin|quota)-.+$', '^a{2}b', '\\(a+\\)+', '([*+])+', '^(?:pin|quota)-(a{2})?$', '(ab)+'])(
    'takes %p',
    (regex) => {
      expect(() => createEventFilter({ ...base, subject: 'type', regex, prefixes: [] })).not.toThrow();
    },
  );
});
