import type { Platform } from '../platform';
import type { V5Caller } from './v5-caller';
import { bearer, endpoint } from './endpoint';
import { changeFields, draftFields, readPinFields } from './pin-fields';

type PinCalls = Pick<Platform, 'createPin' | 'getPin' | 'updatePin' | 'deletePin'>;

export function pinCalls(caller: V5Caller, { apiUrl, pinPageUrl }: { apiUrl: string; pinPageUrl: string }): PinCalls {
  const pins = endpoint(apiUrl, ['pins']);
  const pin = (id: string) => endpoint(apiUrl, ['pins', id]);
  const read = (json: unknown) => readPinFields(json, pinPageUrl);
  return {
    createPin: (accessToken, draft, options) =>
      caller.call(bearer({ operation: 'pins.create', method: 'POST', url: pins, accessToken, json: draftFields(draft), options }), read),
    getPin: (accessToken, pinId, options) =>
      caller.call(bearer({ operation: 'pins.get', method: 'GET', url: pin(pinId), accessToken, options }), read),
    updatePin: (accessToken, pinId, change, options) =>
      caller.call(
        bearer({ operation: 'pins.update', method: 'PATCH', url: pin(pinId), accessToken, json: changeFields(change), options }),
        read,
      ),
    deletePin: (accessToken, pinId, options) =>
      caller.call(bearer({ operation: 'pins.delete', method: 'DELETE', url: pin(pinId), accessToken, options }), () => undefined),
  };
}
