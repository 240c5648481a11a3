import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { eventCatalogue } from '@pps/webhooks';

const ajv = addFormats(new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true }));
const validators = new Map(eventCatalogue.map(({ event, schema }) => [event as string, ajv.compile(schema)]));

/** What of these bodies their event's schema does not allow; one of no known event is a fault, too. */
export function payloadFaults(received: readonly { readonly json: { readonly type: string } }[]): string[] {
  return received.flatMap(({ json }) => {
    const { type } = json;
    const validate = validators.get(type);
    if (!validate) return [`${type} is not in the catalogue`];
    return validate(json) ? [] : [`${type}: ${ajv.errorsText(validate.errors)}`];
  });
}
