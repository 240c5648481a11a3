import type { Fact } from '@pps/kernel';

export type AssetType = 'image' | 'video';

/** The form an image goes to the platform in, where that refuses the form it was uploaded in. */
export interface ConvertedImage {
  readonly contentType: 'image/jpeg' | 'image/png';
  readonly fileSizeBytes: number;
}

/** A file was uploaded, inspected and stored whole; its bytes are in the asset storage under the asset's id. */
export type AssetStored = Fact<
  'AssetStored',
  {
    readonly assetId: string;
    readonly projectId: string;
    readonly epoch: number;
    readonly organizationId: string;
    readonly assetType: AssetType;
    /** The client's name for the file, without folders. */
    readonly originalFilename: string;
    /** Detected from the content, whatever the client declared. */
    readonly contentType: string;
    readonly fileSizeBytes: number;
    /** Pixels as shown, turned upright. */
    readonly width?: number;
    readonly height?: number;
    readonly durationSeconds?: number;
    /** Of the bytes as uploaded, hex. */
    readonly sha256: string;
    /** Present where the platform gets other bytes than were uploaded. */
    readonly converted?: ConvertedImage;
    /** The API key that uploaded it; absent: the user did, or a release before did not say. */
    readonly uploadedByKeyId?: string;
    readonly storedAt: string;
  }
>;

/** The client deleted the asset: its bytes go, and pins that still wait for them fail. */
export type AssetDeleted = Fact<'AssetDeleted', { readonly assetId: string; readonly deletedAt: string }>;

export type AssetFact = AssetStored | AssetDeleted;
