/** Nothing can be done as it was asked: there is no project, its file or lock cannot be worked with, or what was named is not there. */
export class SyncRefused extends Error {
  override readonly name: string = 'SyncRefused'
}

/** Another run is at work in the project: what is refused now may be done soon. */
export class SyncBusy extends SyncRefused {
  override readonly name = 'SyncBusy'
}
