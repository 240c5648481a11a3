import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { Failure } from '../shown/failure';
import { TextField } from '../shown/field';
import type { TypedPin } from './typed-pin';

interface ImageFieldProps {
  readonly draft: TypedPin;
  readonly faults: Readonly<Record<string, string | undefined>>;
  readonly onChange: (changes: Partial<TypedPin>) => void;
}

/** The image: an address on the web, or a file that is uploaded at once. */
export function ImageField({ draft, faults, onChange }: ImageFieldProps) {
  const upload = useWrite(async (chosen: File) => {
    const { id } = await client.assets.uploadImage(chosen);
    onChange({ asset_id: id, image_url: '' });
  });
  return (
    <fieldset>
      <legend>Image</legend>
      {draft.asset_id === '' ? (
        <>
          <TextField
            label="Address of the image"
            type="url"
            maxLength={2048}
            value={draft.image_url}
            fault={faults['image_url'] ?? faults['asset_id']}
            onChange={({ target }) => onChange({ image_url: target.value })}
          />
          <TextField
            label="Or a file"
            type="file"
            accept="image/*"
            onChange={({ target }) => target.files?.[0] && void upload.run(target.files[0])}
          />
          <p role="status">{upload.isBusy && 'Uploading …'}</p>
          {upload.failure !== undefined && <Failure error={upload.failure} what="The file was not uploaded" />}
        </>
      ) : (
        <p>
          The file is uploaded.{' '}
          <button type="button" onClick={() => onChange({ asset_id: '' })}>
            Take another
          </button>
        </p>
      )}
    </fieldset>
  );
}
