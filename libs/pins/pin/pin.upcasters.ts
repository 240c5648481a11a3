import type { PinPublishDeferred } from './pin.events';

/** What a deferral after a refused token says. It is written word for word as ever: facts without `accessRefreshed` say it only here. */
export const accessRefreshedMessage = 'The platform refused the token; it was refreshed.';

/** The fact's data with `accessRefreshed`, also where a release wrote it that had only the sentence; both are version 1, since the field is optional. */
export function withAccessRefreshed(data: PinPublishDeferred['data']): PinPublishDeferred['data'] {
  return data.message === accessRefreshedMessage ? { ...data, accessRefreshed: true } : data;
}
