export type { Principal, Scope } from './principal';
