import { webhookEvents, type EventData } from '@pps/webhooks';
import { pythonHead } from './python-call';

interface EventSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly (string | number)[];
}

/** What webhooks send, from the table of events. */
export function pythonEvents(): string {
  const eventsOf = new Map<EventData, string[]>();
  for (const [event, { data }] of Object.entries(webhookEvents)) eventsOf.set(data, [...(eventsOf.get(data) ?? []), event]);
  const kinds = [...eventsOf].map(([data, events]) => ({ data, events, name: data.typeName.replace(/EventData$/, 'Event') }));
  const body = kinds.map(({ data }) => dataClass(data)).join('\n\n');
  const events = kinds.map(({ data, events: types, name }) => eventClass(name, data.typeName, `Literal[${types.map(quoted).join(', ')}]`));
  const classOf = kinds.flatMap(({ events: types, name }) => types.map((type) => `    ${quoted(type)}: ${name},\n`));
  return `${pythonHead('What webhooks send.')}from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Dict, Literal, Optional, Type, Union

from ._codec import decoder_of, no_fields


${body}

${events.join('\n\n')}

${eventClass('UnknownEvent', 'Dict[str, Any]', 'str')}

WebhookEvent = Union[${kinds.map(({ name }) => name).join(', ')}, UnknownEvent]
"""A verified message: \`isinstance(event, PinEvent)\` says what its data is. Events of later releases are an UnknownEvent."""

_classes: Dict[str, Type[Any]] = {
${classOf.join('')}}


def event_of(fields: Dict[str, Any]) -> WebhookEvent:
    """The event that a message tells."""
    decode = decoder_of(_classes.get(str(fields.get("type")), UnknownEvent))
    return decode(fields) if decode else UnknownEvent(**fields)
`;
}

const quoted = (text: string): string => JSON.stringify(text);

const dataClass = ({ typeName, fields }: EventData): string =>
  `@dataclass(frozen=True)\nclass ${typeName}:\n${Object.entries(fields)
    .map(([name, schema]) => `    ${name}: ${hintOf(schema as EventSchema)}\n`)
    .join('')}    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)\n`;

const eventClass = (name: string, data: string, type: string): string => `@dataclass(frozen=True)
class ${name}:
    id: str
    """The same over retries, redelivery and replay: store it and ignore what was seen."""
    type: ${type}
    timestamp: datetime
    sequence: int
    """Counts 1, 2, 3 … for each webhook; 0 for a test."""
    workspace_id: str
    data: ${data}
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)
`;

function hintOf({ type = [], format, enum: words }: EventSchema): string {
  const [own = 'string'] = [type].flat().filter((each) => each !== 'null');
  const plain = format === 'date-time' ? 'datetime' : ({ integer: 'int', number: 'float', boolean: 'bool' }[own] ?? 'str');
  const hint = words && own === 'string' ? `Union[Literal[${words.map((word) => quoted(String(word))).join(', ')}], str]` : plain;
  return [type].flat().includes('null') ? `Optional[${hint}]` : hint;
}
