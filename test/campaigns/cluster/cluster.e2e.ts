import { presentRelease } from '../upgrade/release';
import { clusterCampaign } from './cluster-campaign';
import { startCluster } from './start-cluster';
import { troublePlan } from './trouble-plan';

test('nothing is lost, doubled, unread or out of order while a host is cut off from all parts and a NATS node dies', async () => {
  const lines: string[] = [];
  const plan = troublePlan(5, { troubles: 2, of: ['silence', 'nats-node'], forMs: [1_500, 2_500] });
  const cluster = await startCluster({ copies: 2, release: presentRelease, hasStandby: false, hasClocks: false });
  const report = await clusterCampaign(cluster, plan, {
    seed: 5,
    restMs: 500,
    warmMs: 500,
    perSecond: 4,
    compared: ['pins'],
    log: (line) => void lines.push(line),
  });
  expect({ violations: report.violations, lines }).toEqual({ violations: [], lines: expect.any(Array) });
  expect(report).toMatchObject({ duplicates: 0, lost: 0, missingWebhooks: 0, unknownLeft: 0 });
  expect(report.publishedOnce).toBe(report.answered);
}, 600_000);
