/** Nothing can be done as it was asked: there is no project, its file or lock cannot be worked with, or what was named is not there. */
export class SyncRefused extends Error {
  override readonly name = 'SyncRefused'
}
