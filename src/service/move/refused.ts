/** A move that was not made, or not to its end. The message says why, and what to do. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused'
  readonly code:
    | 'no_folder'
    | 'on_a_server'
    | 'moved'
    | 'in_use'
    | 'not_a_server'
    | 'not_empty'
    | 'differs'
    | 'stopped'
    | 'files_apart'

  constructor(code: MoveRefused['code'], message: string) {
    super(message)
    this.code = code
  }
}
