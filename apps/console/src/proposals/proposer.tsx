import type { Proposal } from 'pin-publishing';
import { Text } from '../shown/text';

/** Who asks: a program by the name that it gives itself, a key, or a person. */
export function Proposer({ proposal }: { readonly proposal: Proposal }) {
  if (proposal.client_name !== null) return <Text length={120}>{proposal.client_name}</Text>;
  if (proposal.api_key_id === null) return <>you, or somebody signed in as you</>;
  return (
    <>
      the API key <code>{proposal.api_key_id}</code>
    </>
  );
}
