import { grantsCampaign } from '../campaigns/grants/grants-campaign';

test('no client is signed out by calls at once and lost answers, no replay is accepted, and a revocation counts at once', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  for (const { signedOut, replaysAccepted, worksAfterRevocation, lostAnswers } of await grantsCampaign({
    grants: 6,
    refreshes: 6,
    seed: 6,
  })) {
    expect([signedOut, replaysAccepted, worksAfterRevocation]).toEqual([0, 0, 0]);
    expect(lostAnswers).toBeGreaterThan(0);
  }
});
