import type { Sample } from '@pps/event-store/testing';
import type { Catalogue, CataloguedFact, CataloguedStream } from './catalogue';
import type { Field } from './fields-of';
import { isSealed } from './is-sealed';

const introduction = `# Facts

Everything this service knows is a log of facts: what happened, never changed afterwards. This page lists every stream, every type of fact and every field, each with samples of the shapes that the log may hold. \`npm run docs events\` writes it from the types and comments in \`libs/*/*.stream.ts\` and \`libs/*/*.events.ts\`, and the samples in \`libs/*/testing.ts\`; \`npm test\` fails when it is out of date.

How to read it:

- A stream is the history of one thing, and the only place where its rules decide; its name is \`<category>-<id>\`. A library writes its own streams only.
- Ids are UUIDs as text unless they come from the platform. Times are RFC 3339 in UTC.
- A field ending in \`Ref\` names an entry of the vault, where names, addresses, password hashes, tokens and secrets are stored encrypted. Facts hold none of those: forgetting a person drops the person's key, and the facts stay.
- A field ending in \`Hash\` shows whether two values are equal, and nothing else.
- A field marked *sealed* holds what people wrote. The log holds it as \`sealed:v1:…\`, encrypted under the organization's key; whoever reads facts in the service gets it in the clear, as the samples show it, and null once the organization was forgotten. A list or an object is sealed whole. Facts of releases before hold these fields in the clear.
- \`epoch\` counts the resets of a sandbox project; what belongs to an older epoch is no longer shown to anybody.
- A written shape is for ever: fields may be added as optional ones; any other change is a new schema version, and an upcaster reads the old one.
`;

/** The page in Markdown. */
export function eventsPage({ streams, recorded }: Catalogue): string {
  const sections = [
    introduction,
    `## Streams\n\n${overview(streams)}`,
    `## What every fact carries\n\nWhatever its type, the log holds a fact with these fields. \`data\` differs by type and is what the tables further down list.\n\n${fieldTable(recorded)}`,
    ...streams.map(streamSection),
  ];
  return `${sections.map((section) => section.trim()).join('\n\n')}\n`;
}

function overview(streams: readonly CataloguedStream[]): string {
  const rows = streams.map(({ category, library, meaning, facts }) => {
    const names = facts.map(({ name }) => `[${name}](#${name.toLowerCase()})`).join(', ');
    return [`[${category}](#${category})`, cell(meaning), `[${library}](../libs/${library})`, names];
  });
  return table(['stream', 'name, and what is decided there', 'decided by', 'facts'], rows);
}

const streamSection = ({ category, library, meaning, type, facts }: CataloguedStream): string =>
  [
    `## ${category}`,
    `${sentence(meaning)} Decided in [libs/${library}](../libs/${library}).`,
    ...facts.map((fact) => factSection(fact, type)),
  ].join('\n\n');

function factSection({ name, meaning, file, fields, version, samples }: CataloguedFact, stream: CataloguedStream['type']): string {
  const versions = [...new Set(samples.map((sample) => sample.version))];
  const shown = samples.map((sample) => (versions.length > 1 ? `Version ${sample.version}:\n\n${json(sample)}` : json(sample)));
  return [
    `### ${name}`,
    sentence(meaning),
    `Schema version ${version}, declared in [${file}](../${file}).`,
    fieldTable(fields, (path) => isSealed(stream, name, path)),
    ...shown,
  ].join('\n\n');
}

const fieldTable = (fields: readonly Field[], isSealedField: (path: string) => boolean = () => false): string =>
  table(
    ['field', 'type', 'meaning'],
    fields.map(({ path, type, isOptional, meaning }) => [
      `\`${path}\``,
      [type, ...(isOptional ? ['optional'] : []), ...(isSealedField(path) ? ['sealed'] : [])].join('; '),
      cell(meaning),
    ]),
  );

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const json = ({ fact }: Sample): string => `\`\`\`json\n${JSON.stringify(fact.data, null, 2)}\n\`\`\``;

const cell = (text: string): string => text.replaceAll('|', '\\|');

const sentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`);
