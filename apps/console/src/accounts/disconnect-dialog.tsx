import type { Account } from 'pin-publishing';
import { client } from '../session/client';
import { ConfirmDialog } from '../shown/confirm-dialog';
import { accountName } from './account-name';

interface DisconnectDialogProps {
  readonly account: Account;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks before an account is disconnected. */
export const DisconnectDialog = ({ account, onClose, onDone }: DisconnectDialogProps) => (
  <ConfirmDialog
    title={`Disconnect ${accountName(account)}?`}
    action="Disconnect"
    failed="It was not disconnected"
    act={() => client.accounts.revoke(account.id)}
    onDone={() => {
      onClose();
      onDone();
    }}
    onClose={onClose}
  >
    <p>Its waiting pins fail, and its schedules are canceled.</p>
  </ConfirmDialog>
);
