import { Param } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import { Invalid, isUuid } from '@pps/kernel';

/** A path parameter that must be a uuid, given in lower case to the handler; anything else is 422 at `["path", name]`. */
export function UuidParam(name: string): ParameterDecorator {
  return Param(name, uuidOf(name));
}

function uuidOf(name: string): PipeTransform<string, string> {
  return {
    transform(value) {
      if (isUuid(value)) return value.toLowerCase();
      throw new Invalid([{ loc: ['path', name], msg: 'Input should be a valid uuid', type: 'uuid_parsing' }]);
    },
  };
}
