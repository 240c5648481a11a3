export { vaultMigrations } from './vault.migrations';
export { forgetSubject } from './forget-subject';
export { runVaultSweep, sweepVault, vaultSweepDuty, type VaultSweepDeps } from './vault-sweep';
export type { Vault } from './vault.store';
export { openVault, VAULT } from './vault.store';
export type { MasterKeys } from './master-keys';
export { masterKeys, UnknownMasterKey } from './master-keys';
export type { WrappedUnder, Rewrapping } from './rewrap-vault';
export { rewrapVault, wrappedUnder } from './rewrap-vault';
