export type { LogIdentified } from './log.events';
export { identityStream, logStream } from './log.stream';
