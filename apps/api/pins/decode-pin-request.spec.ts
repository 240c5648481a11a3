import { newId } from '@pps/kernel';
import type { CreatePinDto } from './create-pin.dto';
import { pinRequestOf } from './decode-pin-request';

const [accountId, assetId, coverId] = [newId(), newId(), newId()];

const requestOf = (change: (id: string) => string) => {
  const body: CreatePinDto = {
    account_id: change(accountId),
    board_id: '1',
    title: 'A film',
    asset_id: change(assetId),
    cover_image_asset_id: change(coverId),
  };
  return pinRequestOf(body, undefined);
};

it('knows an id in whatever case it comes', () => {
  const asMade = requestOf((id) => id);
  expect(asMade).toMatchObject({ accountId, content: { assetId, coverImageAssetId: coverId } });
  expect(requestOf((id) => id.toUpperCase())).toEqual(asMade);
});
