import { HistoryTabs } from '../history/history-tabs';
import { ScopeChoice } from '../history/scope-choice';
import { useHistoryScope } from '../history/history-scope';
import { Page } from '../shown/page';
import { CheckpointCard } from './checkpoint-card';
import { ExportCard } from './export-card';
import { RangeCard } from './range-card';
import { TrustNote } from './trust-note';

/** Proves the history by the verifier that auditors have. */
export function ProofsPage() {
  const { scope } = useHistoryScope();
  return (
    <Page title="Proofs">
      <HistoryTabs />
      <ScopeChoice />
      <div key={scope}>
        <CheckpointCard />
        <RangeCard />
        <ExportCard />
      </div>
      <TrustNote />
    </Page>
  );
}
