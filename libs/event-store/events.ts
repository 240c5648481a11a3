export type { LogIdentified } from './log.stream';
export { identityStream, logStream } from './log.stream';
