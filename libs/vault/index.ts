export { vaultMigrations } from './vault.migrations';
export { forgetSubject } from './forget-subject';
export { runVaultSweep, sweepVault, vaultSweepDuty, type VaultSweepDeps } from './vault-sweep';
export type { Vault } from './vault';
export { openVault, VAULT } from './vault';
export type { MasterKeys } from './master-keys';
export { masterKeys, UnknownMasterKey } from './master-keys';
export type { WrappedUnder, Rewrapping } from './rewrap-vault';
export { rewrapVault, wrappedUnder } from './rewrap-vault';
