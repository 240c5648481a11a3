import type { ApiKeyRecord } from 'pin-publishing';
import { useState } from 'react';
import { accountName } from '../accounts/account-name';
import { useAccounts } from '../accounts/use-accounts';
import { useRead } from '../data/use-read';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { ConfirmDialog } from '../shown/confirm-dialog';
import { Empty } from '../shown/empty';
import { Loaded } from '../shown/loaded';
import { Page } from '../shown/page';
import { Text } from '../shown/text';
import { NarrowProgramDialog } from './narrow-program-dialog';
import { ProgramCard } from './program-card';

/** Programs that somebody let act for the project: what each may do, less of it, and its end. */
export function ProgramsPage() {
  const { permissions } = useMe();
  const keys = useRead(['keys'], (signal) => client.apiKeys.list({}, { signal }), { changes: ['api_key'] });
  const accounts = useAccounts().data ?? [];
  const [narrowed, setNarrowed] = useState<ApiKeyRecord | null>(null);
  const [ended, setEnded] = useState<ApiKeyRecord | null>(null);
  const mayChange = permissions.can_manage_api_keys;
  const names = new Map(accounts.map((account) => [account.id, accountName(account)]));
  return (
    <Page title="Connected programs">
      <Loaded reading={keys} what="The programs">
        {(all) => {
          const programs = all.filter(({ source }) => source !== null);
          return programs.length === 0 ? (
            <Empty title="No program is connected.">
              <p>
                An assistant or another program that acts for you asks you first, on a page of this service, and is shown here afterwards.
              </p>
            </Empty>
          ) : (
            programs.map((program) => (
              <ProgramCard
                key={program.id}
                program={program}
                names={names}
                {...(mayChange && { onNarrow: () => setNarrowed(program), onEnd: () => setEnded(program) })}
              />
            ))
          );
        }}
      </Loaded>
      {narrowed && (
        <NarrowProgramDialog program={narrowed} accounts={accounts} onClose={() => setNarrowed(null)} onDone={() => void keys.refetch()} />
      )}
      {ended && (
        <ConfirmDialog
          title="End this program?"
          action="End it"
          failed="The program can still act"
          act={async () => {
            await client.apiKeys.revoke(ended.id);
            await keys.refetch();
          }}
          onDone={() => setEnded(null)}
          onClose={() => setEnded(null)}
        >
          <p>
            <Text length={120}>{ended.client_name ?? ended.name}</Text> is refused from now on, its proposals end, and so do webhooks and
            keys that it made.
          </p>
        </ConfirmDialog>
      )}
    </Page>
  );
}
