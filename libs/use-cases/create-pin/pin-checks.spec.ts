import { plans } from '@pps/billing';
import type { Principal } from '@pps/identity';
import { requireFeatureOfEdit } from './pin-checks';

describe('an edit on a plan without uploads', () => {
  const deps = {
    upgradeUrl: 'https://app.example/billing',
    termsOf: async () => ({ plan: 'playground', planTerms: plans.playground, mayPublish: true }),
  };
  const edit = (before: string | undefined, after: string | undefined) => {
    const showing = (assetId: string | undefined) => ({ title: 'A door', ...(assetId !== undefined && { assetId }) });
    return requireFeatureOfEdit(deps as never, {} as Principal, showing(before), showing(after));
  };

  it.each([
    ['first', undefined, 'a'],
    ['other', 'a', 'b'],
  ])('may not show a %s uploaded file', async (_, before, after) => {
    await expect(edit(before, after)).rejects.toMatchObject({ code: 'feature_unavailable' });
  });

  it.each([
    ['keep the file that was there before', 'a', 'a'],
    ['show a linked picture instead', 'a', undefined],
  ])('may %s', async (_, before, after) => expect(await edit(before, after)).toBeUndefined());
});
