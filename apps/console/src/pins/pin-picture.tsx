import type { Pin } from 'pin-publishing';
import { useState } from 'react';
import { serviceAddress } from '../session/console-root';
import { Outside } from '../shown/outside';

/** The picture, once it is asked for: an uploaded one here, one of another site in a window of its own, which this page never loads from. */
export function PinPicture({ pin }: { readonly pin: Pin }) {
  const [isShown, setShown] = useState(false);
  const { asset_id: assetId, media_type: type, media_url: url } = pin;
  if (assetId === null) return url === null ? null : <Outside href={url}>{`Open the ${type}`}</Outside>;
  if (type === 'video') return <p className="quiet">An uploaded video.</p>;
  if (!isShown)
    return (
      <button type="button" onClick={() => setShown(true)}>
        Show the image
      </button>
    );
  return <img className="picture" src={`${serviceAddress}/v1/assets/${assetId}/content`} alt={(pin.alt_text ?? pin.title).slice(0, 500)} />;
}
