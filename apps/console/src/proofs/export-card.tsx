import { useRef, useState, type DragEvent } from 'react';
import { useHistoryScope } from '../history/history-scope';
import { serviceAddress } from '../session/console-root';
import { DownloadLink } from '../session/download-link';
import { countText } from '../shown/count-text';
import { TextField } from '../shown/field';
import { Text } from '../shown/text';
import { useVerification } from './use-verification';
import { VerificationResult } from './verification-result';
import { verifyExport, type ExportFound } from './verify-export';

const kinds = ['export', 'checkpoints', 'keys'] as const;

/** Verifies an export that was chosen or dropped, of any size: it is read piece by piece, and goes nowhere. */
export function ExportCard() {
  const of = useHistoryScope();
  const [files, setFiles] = useState<readonly File[]>([]);
  const { state, start, stop } = useVerification<ExportFound>();
  const isOver = useRef(0);
  const [isTarget, setTarget] = useState(false);
  const verify = (given: readonly File[]): void => start((following) => verifyExport(of, given, following));
  const take = (chosen: readonly File[]): void => {
    if (chosen.length === 0) return;
    setFiles(chosen);
    verify(chosen);
  };
  const over = (step: number) => (event: DragEvent) => {
    event.preventDefault();
    isOver.current += step;
    setTarget(isOver.current > 0);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    isOver.current = 0;
    setTarget(false);
    take([...event.dataTransfer.files]);
  };
  const size = files.find(({ name }) => !/\.json$/i.test(name))?.size ?? 0;
  const bytes = state.kind === 'running' ? (state.progress?.bytes ?? 0) : 0;
  const missing = state.kind === 'found' ? (state.found.missing ?? 0) : 0;
  return (
    <section
      className={isTarget ? 'card target' : 'card'}
      aria-labelledby="export"
      onDragEnter={over(1)}
      onDragLeave={over(-1)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <h2 id="export">A whole export</h2>
      <div>
        Save{' '}
        {kinds.map((kind, place) => (
          <span key={kind}>
            {place > 0 && ', '}
            <DownloadLink href={addressOf(kind, of.scope)} name={kind === 'export' ? 'export.ndjson' : `${kind}.json`}>
              the {kind}
            </DownloadLink>
          </span>
        ))}
        , the checkpoints first.
      </div>
      <TextField
        label="Export, and beside it checkpoints and keys where you have kept them"
        type="file"
        multiple
        hint="Or drop the files here. Without checkpoints of yours, those of the service are taken."
        onChange={({ target }) => {
          take([...(target.files ?? [])]);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      {files.length > 0 && (
        <p className="quiet">
          {files.map((file) => (
            <span key={file.name}>
              <Text length={120}>{file.name}</Text> ({countText(Math.ceil(file.size / 1_000))} kB){' '}
            </span>
          ))}
          {state.kind !== 'running' && (
            <button type="button" onClick={() => verify(files)}>
              Verify again
            </button>
          )}
        </p>
      )}
      <VerificationResult
        state={state}
        of={of}
        holds="Nothing in this export was changed, removed, added or moved before its newest checkpoint."
        share={size > 0 ? Math.min(1, bytes / size) : null}
        onStop={stop}
      />
      {missing > 0 && (
        <div className="notice" role="alert">
          The service has signed {countText(missing)} facts more than this export has.
        </div>
      )}
    </section>
  );
}

const addressOf = (kind: (typeof kinds)[number], scope: string): string =>
  `${serviceAddress}/v1/audit/${kind}${kind === 'keys' ? '' : `?scope=${scope}${kind === 'checkpoints' ? '&limit=200' : ''}`}`;
