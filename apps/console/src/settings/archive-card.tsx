import { ApiError, type AccountExport } from 'pin-publishing';
import { useRead } from '../data/use-read';
import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { countText } from '../shown/count-text';
import { Failure } from '../shown/failure';
import { Loaded } from '../shown/loaded';
import { Moment } from '../shown/moment';

/** An archive of everything that is stored of the account. */
export function ArchiveCard() {
  const archive = useRead(['archive'], readArchive, { changes: ['account_export'] });
  const asking = useWrite(async () => {
    await client.profile.exportAccount();
    await archive.refetch();
  });
  return (
    <section className="card" aria-label="Archive">
      <h2>Archive</h2>
      <p>
        Everything that is stored of your account and its workspace, as one ZIP file. It is made in the background; a mail says when it is
        ready.
      </p>
      <Loaded reading={archive} what="The archive">
        {(shown) => (shown === null ? <p className="quiet">None was asked for yet.</p> : <ArchiveState archive={shown} />)}
      </Loaded>
      {asking.failure !== undefined && <Failure error={asking.failure} what="The archive was not asked for" />}
      <button type="button" disabled={asking.isBusy || archive.data?.status === 'preparing'} onClick={() => void asking.run()}>
        Ask for an archive
      </button>
    </section>
  );
}

/** Null where none was asked for. */
async function readArchive(signal: AbortSignal): Promise<AccountExport | null> {
  try {
    return await client.profile.getAccountExport({ signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

const ArchiveState = ({ archive }: { readonly archive: AccountExport }) => (
  <>
    <p>
      Asked for at <Moment at={archive.requested_at} />: {archive.status}.
      {archive.status === 'ready' && archive.size_bytes !== null && (
        <>
          {' '}
          {countText(archive.size_bytes)} bytes, until <Moment at={archive.expires_at} />.
        </>
      )}
    </p>
    {archive.status === 'ready' &&
      (archive.download_url !== null ? (
        <p>
          <a className="button" href={archive.download_url} rel="noreferrer">
            Download
          </a>
        </p>
      ) : (
        <p className="hint">Your sign-in is too long ago for the link to be shown: sign out and in again.</p>
      ))}
  </>
);
