import type { SdkModel } from '../sdk-model';
import { commentText } from './type-text';

/** The file of the errors: a class for each code, and the class by its code. */
export function writeErrors({ errors }: SdkModel): string {
  const classes = errors.map(
    ({ className, code, message, remediation }) =>
      `${commentText(`${message}. ${remediation}`)}export class ${className} extends ApiError {\n  declare readonly code: '${code}';\n}\n`,
  );
  const lines = errors.map(({ code, className }) => `  ${code}: ${className},\n`);
  const table = `${commentText('The class of each code.')}export const errorClasses = {\n${lines.join('')}};\n`;
  return ["import { ApiError } from '../errors';\n", ...classes, table].join('\n');
}
