import { hideFailedLoad, useFailedLoads } from './load-page';

/** Offers to load the console again where a page of it is gone; nothing happens before somebody wants it. */
export function OutdatedNotice() {
  const { count, isTold } = useFailedLoads();
  if (!isTold) return null;
  return (
    // Another one each time, so that it is read out.
    <div key={count} className="notice" role="alert">
      <p>
        <strong>The page that you want could not be loaded.</strong> Most often a newer version was installed while this window was open.
        What you have typed here stays until you load it again.
      </p>
      <div className="actions">
        <button type="button" className="main" onClick={() => location.reload()}>
          Load it again
        </button>
        <button type="button" onClick={hideFailedLoad}>
          Stay here
        </button>
      </div>
    </div>
  );
}
