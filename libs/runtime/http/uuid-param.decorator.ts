import { Param } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { Invalid, isUuid } from '@pps/kernel';

/** A path parameter that must be a uuid, given in lower case to the handler; anything else is 422 at `["path", name]`. The document says so too. */
export function UuidParam(name: string): ParameterDecorator {
  return (target, key, index) => {
    Param(name, uuidOf(name))(target, key, index);
    const method = key === undefined ? undefined : Object.getOwnPropertyDescriptor(target, key);
    if (key !== undefined && method) ApiParam({ name, format: 'uuid' })(target, key, method);
  };
}

function uuidOf(name: string): PipeTransform<string, string> {
  return {
    transform(value) {
      if (isUuid(value)) return value.toLowerCase();
      throw new Invalid([{ loc: ['path', name], msg: 'Input should be a valid uuid', type: 'uuid_parsing' }]);
    },
  };
}
