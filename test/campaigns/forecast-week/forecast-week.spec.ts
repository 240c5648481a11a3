import { forecastWeek } from './forecast-week';

it('three days of 20 workspaces go as forecast, where nobody creates pins beside the schedules', () => {
  const { schedules, slipped, p50, slippedP99, wronglyLost } = forecastWeek(1, 0, 3);
  expect([schedules > 2_000, slipped > 100, wronglyLost]).toEqual([true, true, 0]);
  expect([p50 < 1, slippedP99 < 5]).toEqual([true, true]);
});

it('what clients create meanwhile is an error of the forecast that shows', () => {
  expect(forecastWeek(2, 0.5, 3).wronglyLost).toBeGreaterThan(0);
});
