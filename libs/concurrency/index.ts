export { KeyedMutex } from './keyed-mutex';
