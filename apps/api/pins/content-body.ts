import { contentFieldList, type ContentField, type ContentFieldKind, type ContentRequest, type PinContent } from '@pps/pins/events';

const valueOf = (content: PinContent, { name, kind }: ContentField): unknown => {
  const value = content[name] ?? null;
  return kind === 'terms' && value !== null ? [...value] : value;
};

/** A pin's content under the field names of requests; null where it was not given. */
export const contentBody = (content: PinContent): Required<ContentRequest> =>
  Object.fromEntries(contentFieldList.map((field) => [field.wire, valueOf(content, field)])) as Required<ContentRequest>;

/** The fields of a pin's answer that are shown as they were given, in their order. */
export const shownFields = (...places: readonly ContentField['shown'][]): readonly ContentField[] =>
  places.flatMap((place) => contentFieldList.filter(({ shown }) => shown === place));

/** These fields of a pin's content under the names of answers; null where they were not given. */
export const shownContent = (content: PinContent, ...places: readonly ContentField['shown'][]): Partial<ContentRequest> =>
  Object.fromEntries(shownFields(...places).map((field) => [field.wire, valueOf(content, field)]));

const asGiven = (value: string): string => value;

/** What each kind is in a fact. */
const kept: Readonly<Record<Exclude<ContentFieldKind, 'terms'>, (value: string) => string>> = {
  text: asGiven,
  address: asGiven,
  digits: asGiven,
  id: (value) => value.toLowerCase(),
  color: (value) => `#${value.replace('#', '').toUpperCase()}`,
};

/** Lists are written behind all else, as they are in every fact of the log. */
const asWritten = [...contentFieldList.filter(({ kind }) => kind !== 'terms'), ...contentFieldList.filter(({ kind }) => kind === 'terms')];

/** The content that a valid body means. */
export function contentOf(body: ContentRequest): PinContent {
  const given = asWritten.flatMap(({ name, wire, kind }): (readonly [string, unknown])[] => {
    const value: string | readonly string[] | null | undefined = body[wire];
    if (value === null || value === undefined || (kind === 'terms' && value.length === 0)) return [];
    return [[name, kind === 'terms' || typeof value !== 'string' ? value : kept[kind](value)]];
  });
  return Object.fromEntries(given) as unknown as PinContent;
}
