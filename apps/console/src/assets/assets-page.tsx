import { useState } from 'react';
import { forgetLists } from '../data/forget-lists';
import { useCreationNames } from '../data/use-creation-name';
import { useReadMore } from '../data/use-read-more';
import { client } from '../session/client';
import { Empty } from '../shown/empty';
import { LoadedList } from '../shown/loaded-list';
import { Page } from '../shown/page';
import { AssetFilterForm, useAssetFilters } from './asset-filters';
import { AssetTable } from './asset-table';
import { StorageMeter, useTakesFiles } from './storage-meter';
import { UploadDialog } from './upload-dialog';

/** The files that were uploaded, how much room they take, and a way to upload another. */
export function AssetsPage() {
  const { query, change, isNarrowed, all } = useAssetFilters();
  const [isUploading, setUploading] = useState(false);
  // The page holds it: the dialog is closed between a lost answer and the next try.
  const [nameOf, forgetName] = useCreationNames();
  const takesFiles = useTakesFiles();
  const reading = useReadMore(
    ['assets', query],
    (cursor, signal) => client.assets.list({ ...query, limit: 50, ...(cursor !== undefined && { cursor }) }, { signal }),
    query.in_use === undefined ? ['asset'] : ['asset', 'pin', 'schedule'],
  );
  const button = (
    <button type="button" className="main" onClick={() => setUploading(true)}>
      Upload a file
    </button>
  );
  return (
    <Page title="Files" actions={takesFiles === true && button}>
      <StorageMeter />
      <AssetFilterForm query={query} change={change} />
      <LoadedList
        reading={reading}
        what="The files"
        empty={
          isNarrowed ? (
            <Empty title="No file matches.">
              <button type="button" onClick={all}>
                Show all files
              </button>
            </Empty>
          ) : (
            <Empty title="There are no files yet.">
              <p>A pin shows an image of the web, or one that is uploaded here. Videos are uploaded.</p>
            </Empty>
          )
        }
      >
        {(assets) => <AssetTable assets={assets} />}
      </LoadedList>
      {isUploading && (
        <UploadDialog
          nameOf={nameOf}
          onClose={() => setUploading(false)}
          onDone={() => {
            forgetName();
            forgetLists(['assets', 'billing']);
          }}
        />
      )}
    </Page>
  );
}
