export { readArchive } from './read-archive.fixture';
