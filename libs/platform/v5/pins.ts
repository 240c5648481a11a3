import type { Platform } from '../platform';
import type { Caller } from './caller';
import { bearer, endpoint } from './endpoint';
import { changeBody, draftBody, readPin } from './pin-fields';

type PinCalls = Pick<Platform, 'createPin' | 'getPin' | 'updatePin' | 'deletePin'>;

export function pinCalls(caller: Caller, { apiUrl, pinPageUrl }: { apiUrl: string; pinPageUrl: string }): PinCalls {
  const pins = endpoint(apiUrl, ['pins']);
  const pin = (id: string) => endpoint(apiUrl, ['pins', id]);
  const read = (json: unknown) => readPin(json, pinPageUrl);
  return {
    createPin: (accessToken, draft, options) =>
      caller.call(bearer({ operation: 'pins.create', method: 'POST', url: pins, accessToken, json: draftBody(draft), options }), read),
    getPin: (accessToken, pinId, options) =>
      caller.call(bearer({ operation: 'pins.get', method: 'GET', url: pin(pinId), accessToken, options }), read),
    updatePin: (accessToken, pinId, change, options) =>
      caller.call(
        bearer({ operation: 'pins.update', method: 'PATCH', url: pin(pinId), accessToken, json: changeBody(change), options }),
        read,
      ),
    deletePin: (accessToken, pinId, options) =>
      caller.call(bearer({ operation: 'pins.delete', method: 'DELETE', url: pin(pinId), accessToken, options }), () => undefined),
  };
}
