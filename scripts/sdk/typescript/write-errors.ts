import type { SdkModel } from '../sdk-model';
import { commentText } from './type-text';

/** The file of the errors: a class for each code, which the runtime finds by its name. */
export function writeErrors({ errors }: SdkModel): string {
  const classes = errors.map(
    ({ className, code, message, remediation }) =>
      `${commentText(`${message}. ${remediation}`)}export class ${className} extends ApiError {\n  declare readonly code: '${code}';\n}\n`,
  );
  return ["import { ApiError } from '../errors';\n", ...classes].join('\n');
}
