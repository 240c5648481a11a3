/** What the operations on uploaded files are for, what happens next, what they cost and why they refuse. */
export const assetsProse: Readonly<Record<string, string>> = {
  uploadImage:
    'Stores an image for pins: PNG, JPEG, GIF or WebP, at most 20 MB, in the field `file` of a form. Use the `id` of the answer as `asset_id` of a pin or schedule. It uses storage of the plan, not quota. A full storage is 403 `plan_limit`, a plan without uploads 403 `feature_unavailable`, and what is no such image 422 `invalid_image`.',
  uploadVideo:
    'Stores a video for pins: MP4, MOV or M4V, at most 200 MB, in the field `file` of a form. Use the `id` of the answer as `asset_id`; a pin of a video also needs a cover image. It uses storage of the plan. What is no such video is 422 `invalid_video`.',
  listAssets:
    'Lists uploaded files with filters, and tells how much storage is used. `in_use=false` finds what no pin needs. It costs nothing.',
  getAsset:
    'Reads what is known of an uploaded file: kind, size, measures, its SHA-256, and how many pins refer to it. `public_url` is a signed link that ends by itself.',
  getAssetContent:
    'Downloads an uploaded file as it was sent. Parts of it can be asked for with `Range` (206), and an `ETag` saves what you have.',
  getPublicAsset:
    'Downloads an uploaded file by the signed link in its record, without a credential: this is what the platform fetches. A link that has ended or was changed is 404.',
  deleteAsset:
    'Deletes an uploaded file and frees its storage. If pins or schedules are waiting for it the answer is 409 `conflict`, unless `confirm=true`: then they will fail with `asset_not_found`. What is published stays.',
};
