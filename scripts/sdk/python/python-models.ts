import type { SdkField, SdkModel, SdkNamedType } from '../sdk-model';
import { importLines, pythonHead } from './python-call';
import { namesUsed, paramsName, pythonName, receivedType, sentType } from './received-type';

const typingNames = ['Any', 'Dict', 'Iterable', 'List', 'Literal', 'Mapping', 'Optional', 'TypedDict', 'Union'];

/** Fields that let whoever reads them in: they are not part of what a value shows of itself. */
const secretFields = new Set(
  'access_token api_key authorization_url curl download_url otpauth_url public_url qr_code_svg recovery_codes secret ticket token url'.split(
    ' ',
  ),
);

/** Answers: frozen dataclasses, which keep the fields that they do not know. */
export function pythonModels({ types }: SdkModel): string {
  const classes = types.filter(({ use }) => use !== 'sent').map(dataclass);
  return module('What the service answers.', 'from dataclasses import dataclass, field\n', classes.join('\n\n'));
}

/** What stands within a body that is sent: dictionaries with typed fields. */
export function pythonParams({ types }: SdkModel): string {
  const classes = types.filter(({ use }) => use !== 'received').map(typedDict);
  return module('What is sent within a call; the fields of its own are arguments.', '', classes.join('\n\n'));
}

function module(about: string, imports: string, body: string): string {
  const moment = /\bdatetime\b/.test(body) ? 'from datetime import datetime\n' : '';
  const own = /\bno_fields\b/.test(body) ? '\nfrom ._codec import no_fields\n' : '';
  return `${pythonHead(about)}${imports}${moment}${importLines('typing', namesUsed(body, typingNames))}${own}\n\n${body}`;
}

function dataclass({ name, fields }: SdkNamedType): string {
  if (fields.some((field) => field.name === 'extra'))
    throw new Error(`${name} has a field extra, where this package keeps what it does not know`);
  const required = fields.filter((field) => field.required);
  const lines = [...required, ...fields.filter((field) => !field.required)].map(dataclassField);
  return `@dataclass(frozen=True)\nclass ${name}:\n${lines.join('')}    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)\n`;
}

function dataclassField({ name, type, required, description }: SdkField): string {
  const hint = receivedType({ ...type, nullable: type.nullable || !required });
  const isHidden = secretFields.has(name);
  const value = required ? (isHidden ? ' = field(repr=False)' : '') : isHidden ? ' = field(default=None, repr=False)' : ' = None';
  return `    ${pythonName(name)}: ${hint}${value}\n${comment(description)}`;
}

const comment = (description: string): string =>
  description ? `    """${description.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '" ')}"""\n` : '';

/** Fields that may be left out stand in a class of their own, as Python 3.9 asks for. */
function typedDict({ name, fields }: SdkNamedType): string {
  const lines = (some: readonly SdkField[]): string =>
    some.map((each) => `    ${each.name}: ${sentType(each.type)}\n${comment(each.description)}`).join('') || '    pass\n';
  const [required, optional] = [fields.filter((field) => field.required), fields.filter((field) => !field.required)];
  const own = paramsName(name);
  if (required.length === 0) return `class ${own}(TypedDict, total=False):\n${lines(optional)}`;
  if (optional.length === 0) return `class ${own}(TypedDict):\n${lines(required)}`;
  return `class _${own}Required(TypedDict):\n${lines(required)}\n\nclass ${own}(_${own}Required, total=False):\n${lines(optional)}`;
}
