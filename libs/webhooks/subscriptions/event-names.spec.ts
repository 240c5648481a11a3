import { eventPatterns, subscribesTo, webhookEventNames } from './event-names';

test('there is a pattern for each kind of event', () => {
  expect(eventPatterns).toEqual(['pin.*', 'schedule.*', 'import.*', 'account.*', 'quota.*', 'webhook.*']);
});

test.each([
  [['pin.*'], ['pin.queued', 'pin.deferred', 'pin.publishing', 'pin.published', 'pin.failed']],
  [
    ['schedule.*', 'schedule.fired', 'import.completed'],
    ['schedule.fired', 'schedule.failed', 'schedule.canceled', 'import.completed'],
  ],
  [['*'], [...webhookEventNames]],
  [['pin'], []],
  [['p*'], []],
])('%j subscribes to %j', (events, wanted) => {
  expect(webhookEventNames.filter((event) => subscribesTo(events, event))).toEqual(wanted);
});
