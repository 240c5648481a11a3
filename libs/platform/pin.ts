export type VideoCover = { readonly url: string } | ImageBytes | { readonly keyFrameSeconds: number };

export interface ImageBytes {
  readonly contentType: 'image/jpeg' | 'image/png';
  /** Base64. */
  readonly data: string;
}

export type PinMedia =
  | { readonly kind: 'image_url'; readonly url: string }
  | ({ readonly kind: 'image_base64' } & ImageBytes)
  | { readonly kind: 'video'; readonly mediaId: string; readonly cover: VideoCover };

/** The texts of a draft, by our names the platform's, in the order in which they are sent; a color is `#RRGGBB`. */
export const draftNames = {
  boardSectionId: 'board_section_id',
  title: 'title',
  description: 'description',
  link: 'link',
  altText: 'alt_text',
  dominantColor: 'dominant_color',
} as const;

export type DraftField = keyof typeof draftNames;

export type PinDraft = { readonly [Field in Exclude<DraftField, 'title'>]?: string | null | undefined } & {
  readonly boardId: string;
  readonly title: string;
  readonly media: PinMedia;
};

/** Absent fields stay as they are. */
export interface PlatformPinChange {
  readonly boardId?: string | undefined;
  readonly boardSectionId?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly link?: string | null | undefined;
  readonly altText?: string | null | undefined;
}

/** A pin as the platform has it; `createdAt` is exact to the second. */
export interface PlatformPin {
  readonly id: string;
  readonly url: string;
  readonly createdAt: Date;
  readonly boardId: string | null;
  readonly boardSectionId: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly link: string | null;
  readonly altText: string | null;
}

/** Where and with which form fields a video's bytes go. The fields are credentials: never log them. */
export interface MediaUploadTarget {
  readonly mediaId: string;
  readonly uploadUrl: string;
  readonly parameters: Readonly<Record<string, string>>;
}

export interface MediaFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly content: Uint8Array | AsyncIterable<Uint8Array>;
}

export interface MediaProgress {
  readonly mediaId: string;
  readonly status: 'registered' | 'processing' | 'succeeded' | 'failed';
}
