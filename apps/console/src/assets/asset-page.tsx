import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { forgetLists } from '../data/forget-lists';
import { useRead } from '../data/use-read';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { serviceAddress } from '../session/console-root';
import { DownloadLink } from '../session/download-link';
import { countText } from '../shown/count-text';
import { Loaded } from '../shown/loaded';
import { Moment } from '../shown/moment';
import { Page } from '../shown/page';
import { Text } from '../shown/text';
import { DeleteAssetDialog } from './delete-asset-dialog';
import { sizeText } from './size-text';

/** One file: what it is, who shows it; its picture once that is asked for. */
export function AssetPage({ id }: { readonly id: string }) {
  const { permissions } = useMe();
  const [, navigate] = useLocation();
  const [isShown, setShown] = useState(false);
  const [asksToDelete, setAsksToDelete] = useState(false);
  const reading = useRead(['asset', id], (signal) => client.assets.get(id, { signal }), { changes: [`asset:${id}`, 'pin'] });
  const content = `${serviceAddress}/v1/assets/${encodeURIComponent(id)}/content`;
  const leave = (): void => {
    forgetLists(['assets', 'billing']);
    navigate('/files');
  };
  const remove = (
    <button type="button" className="danger" onClick={() => setAsksToDelete(true)}>
      Delete …
    </button>
  );
  return (
    <Page
      title="File"
      actions={
        <>
          <Link href="/files">All files</Link>
          {permissions.can_delete_assets && reading.data && remove}
        </>
      }
    >
      <Loaded reading={reading} what="The file">
        {(asset) => (
          <div className="card">
            <h2>
              <Text length={160}>{asset.original_filename}</Text>
            </h2>
            <dl className="facts">
              <dt>Kind</dt>
              <dd>
                {asset.asset_type}, {asset.content_type}
              </dd>
              <dt>Size</dt>
              <dd>
                {sizeText(asset.file_size_bytes)}
                {asset.width !== null && asset.height !== null && `, ${asset.width} × ${asset.height}`}
                {asset.duration_seconds !== null && `, ${countText(Math.round(asset.duration_seconds))} s`}
              </dd>
              <dt>Pins that show it</dt>
              <dd>{countText(asset.referenced_by_pin_count)}</dd>
              <dt>Uploaded</dt>
              <dd>
                <Moment at={asset.created_at} />
              </dd>
              <dt>SHA-256</dt>
              <dd>
                <code>{asset.sha256}</code>
              </dd>
              <dt>Id</dt>
              <dd>
                <code>{asset.id}</code>
              </dd>
            </dl>
            <div className="actions">
              <DownloadLink href={content} name={asset.stored_filename}>
                Download
              </DownloadLink>
              {asset.asset_type === 'image' && !isShown && (
                <button type="button" onClick={() => setShown(true)}>
                  Show the image
                </button>
              )}
            </div>
            {isShown && <img className="picture" src={content} alt={asset.original_filename.slice(0, 200)} />}
            {asksToDelete && <DeleteAssetDialog asset={asset} onClose={() => setAsksToDelete(false)} onDone={leave} />}
          </div>
        )}
      </Loaded>
    </Page>
  );
}
