import { measuredGauge, measureGauges } from './measured-gauges';
import { metricsText } from './metrics';

const promise = 'a promise of this spec';
const linesOf = async (name: string) => (await metricsText()).split('\n').filter((line) => line.startsWith(name));

it('measures each time it is asked, and says nothing of what it could not measure', async () => {
  let measure = () => Promise.resolve(3);
  measureGauges(
    measuredGauge('spec_plain_seconds', { help: 'Plain.', promise }, () => measure()),
    undefined,
  );
  expect(await linesOf('spec_plain_seconds')).toEqual(['spec_plain_seconds 3']);
  measure = () => Promise.resolve(4);
  expect(await linesOf('spec_plain_seconds')).toEqual(['spec_plain_seconds 4']);
  measure = () => Promise.reject(new Error('the database is unavailable'));
  expect(await linesOf('spec_plain_seconds')).toEqual([]);
});

it('drops the labels that are not measured any more', async () => {
  let lanes = ['fast', 'slow'];
  const gauges = { spec_lane_seconds: { help: 'By lane.', promise, labels: ['lane'] } };
  const measure = async () => lanes.map((lane) => ({ gauge: 'spec_lane_seconds', labels: { lane }, value: 1 }));
  measureGauges({ gauges, measure }, undefined);
  expect(await linesOf('spec_lane_seconds')).toEqual(['spec_lane_seconds{lane="fast"} 1', 'spec_lane_seconds{lane="slow"} 1']);
  lanes = ['slow'];
  expect(await linesOf('spec_lane_seconds')).toEqual(['spec_lane_seconds{lane="slow"} 1']);
});
