import { faultCampaign } from './fault-campaign';
import { faultNamed } from './faults';

test.each(['event-store-stopped'])(
  '%s for 5 s: clean answers, nothing lost, doubled or left untold',
  async (name) => {
    const lines: string[] = [];
    const options = { seconds: 5, perSecond: 5, calmSeconds: 3, log: (line: string) => void lines.push(line) };
    const report = await faultCampaign(faultNamed(name), options);
    expect({ violations: report.violations, lines }).toEqual({ violations: [], lines: expect.any(Array) });
    expect(report).toMatchObject({ publishedOnce: report.answered, duplicates: 0, lost: 0, missingWebhooks: 0, overIssued: 0 });
    // As many as the client came to ask, which stands still where the machine does.
    expect(report.answered).toBeGreaterThan(5);
  },
  600_000,
);
