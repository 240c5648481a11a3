import { isAbsoluteUrl } from '@pps/kernel';
import { isURL, ValidateBy, type ValidationArguments } from 'class-validator';

const web = { protocols: ['http', 'https'], require_protocol: true, require_tld: false, allow_underscores: true };

/** A string that is an http(s) URL, which the validator's own rule would find in `http:example.org` too. */
export const IsWebAddress = (): PropertyDecorator =>
  ValidateBy({
    name: 'isUrl',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isAbsoluteUrl(value) && isURL(value, web),
      defaultMessage: (of?: ValidationArguments) => `${of?.property ?? 'it'} must be a URL with http:// or https:// and a host`,
    },
  });
