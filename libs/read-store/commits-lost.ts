/** The database has lost commits it had confirmed (it crashed or was restored): whoever follows the log must start again from the stored checkpoints. */
export class CommitsLost extends Error {
  override readonly name: string = 'CommitsLost';
}
