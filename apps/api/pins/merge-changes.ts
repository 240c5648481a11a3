import type { PinContent } from '@pps/pins/events';
import { contentBody } from './content-body';
import type { CreatePinDto } from './create-pin.dto';
import type { EditPinDto } from './pin-changes.dto';

interface Changed {
  readonly accountId: string;
  readonly boardId: string;
  readonly content: PinContent;
}

/** The whole that is meant by some of its fields. A new image replaces an asset and the other way round. */
export function mergeChanges({ accountId, boardId, content }: Changed, changes: EditPinDto): CreatePinDto {
  const replaced = changes.image_url ? { asset_id: null } : changes.asset_id ? { image_url: null } : {};
  const given = Object.fromEntries(Object.entries({ ...replaced, ...changes }).filter(([, value]) => value !== undefined));
  return { account_id: accountId, board_id: boardId, ...contentBody(content), ...given };
}
