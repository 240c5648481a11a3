import type { SdkModel } from '../sdk-model';
import { pythonHead } from './python-call';

/** A class for each code. */
export function pythonErrors({ errors }: SdkModel): string {
  const classes = errors.map(({ className, status, code, message, remediation }) => {
    const words = `${status} \`${code}\`: ${message}. ${remediation}`.replaceAll('"', "'");
    return `class ${className}(ApiError):\n    """${words}"""\n`;
  });
  const lines = errors.map(({ code, className }) => `    ${JSON.stringify(code)}: ${className},\n`);
  return `${pythonHead('A class for each code of the service.')}from typing import Dict, Type

from ._errors import ApiError


${classes.join('\n\n')}

error_classes: Dict[str, Type[ApiError]] = {
${lines.join('')}}
`;
}
