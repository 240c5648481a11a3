export type * from './import/import.events';
export type { EndedImport, Import, ImportState, ImportStatus, OpenImport } from './import/import.state';
export { describeImport, type ImportView } from './import/import-view';
export { importStream } from './import/import.stream';
