import type { DraftField } from '@pps/platform';

/** Texts that people write, addresses, ids of ours, digits that the platform gives as ids, six hex digits, lists of terms. */
export type ContentFieldKind = 'text' | 'address' | 'id' | 'digits' | 'color' | 'terms';

interface ContentFieldRules {
  /** The name in requests, answers and files. */
  readonly wire: string;
  readonly kind: ContentFieldKind;
  /** Characters; of terms those of each. */
  readonly min?: number;
  readonly max?: number;
  readonly most?: number;
  readonly required?: true;
  /** Where it stands in a pin's answer; what belongs to the media is made into links there. */
  readonly shown: 'words' | 'look' | 'place' | 'media';
  readonly platform?: DraftField;
}

/** Every field of a pin's content, by its name in facts and in the order of requests and of a file's columns. */
const contentFields = {
  title: { wire: 'title', kind: 'text', min: 1, max: 100, required: true, shown: 'words', platform: 'title' },
  description: { wire: 'description', kind: 'text', min: 0, max: 800, shown: 'words', platform: 'description' },
  linkUrl: { wire: 'link_url', kind: 'address', max: 2048, shown: 'words', platform: 'link' },
  imageUrl: { wire: 'image_url', kind: 'address', max: 2048, shown: 'media' },
  assetId: { wire: 'asset_id', kind: 'id', shown: 'media' },
  altText: { wire: 'alt_text', kind: 'text', min: 0, max: 500, shown: 'words', platform: 'altText' },
  boardSectionId: { wire: 'board_section_id', kind: 'digits', max: 64, shown: 'place', platform: 'boardSectionId' },
  dominantColor: { wire: 'dominant_color', kind: 'color', shown: 'look', platform: 'dominantColor' },
  // A fact of the log holds 1 MiB; a comma-separated string alone could bring half a million terms.
  relatedTerms: { wire: 'related_terms', kind: 'terms', max: 100, most: 100, shown: 'words' },
  coverImageUrl: { wire: 'cover_image_url', kind: 'address', max: 2048, shown: 'media' },
  coverImageAssetId: { wire: 'cover_image_asset_id', kind: 'id', shown: 'media' },
} as const satisfies Readonly<Record<string, ContentFieldRules>>;

type Fields = typeof contentFields;
type ContentFieldName = keyof Fields;
type ValueOf<Name extends ContentFieldName> = Fields[Name]['kind'] extends 'terms' ? readonly string[] : string;
type IsRequired<Name extends ContentFieldName> = Fields[Name] extends { required: true } ? true : false;

/** What a client can give of a pin, under the names of facts; absent fields are absent. */
export type GivenContent = {
  readonly [Name in keyof Fields as IsRequired<Name> extends true ? Name : never]: ValueOf<Name>;
} & { readonly [Name in keyof Fields as IsRequired<Name> extends true ? never : Name]?: ValueOf<Name> };

/** The same under the names of requests, where null is absent, too. */
export type ContentRequest = {
  readonly [Name in keyof Fields as IsRequired<Name> extends true ? Fields[Name]['wire'] : never]: ValueOf<Name>;
} & { readonly [Name in keyof Fields as IsRequired<Name> extends true ? never : Fields[Name]['wire']]?: ValueOf<Name> | null };

export type ContentField = ContentFieldRules & { readonly name: ContentFieldName; readonly wire: keyof ContentRequest };

export const contentFieldList: readonly ContentField[] = Object.entries(contentFields).map(([name, rules]) => ({
  ...rules,
  name: name as ContentFieldName,
}));

const writtenKinds: ReadonlySet<ContentFieldKind> = new Set(['text', 'address', 'terms']);

/** Paths of what people wrote in the `content` of a fact; ids, the kind of the medium and the color, which is six hex digits, say nothing of anybody. */
export const sealedContent: readonly string[] = contentFieldList.flatMap(({ name, kind }) =>
  writtenKinds.has(kind) ? [`content.${name}`] : [],
);
