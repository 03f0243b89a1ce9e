export type ProjectErrorCode =
  | 'too_large'
  | 'not_json'
  | 'key_twice'
  | 'unknown_key'
  | 'wrong_type'
  | 'bad_tag'
  | 'tag_twice'
  | 'source_among_targets'
  | 'nothing_included'
  | 'bad_glob'
  | 'no_locale_in_glob'
  | 'leaves_folder'
  | 'bad_locale_name'
  | 'incomplete'
  | 'unreadable'
  | 'too_many_files'

/** Where in a project file something is. Lines and columns count from 1; a column is a character. */
export interface ProjectPlace {
  readonly file: string
  readonly line?: number | undefined
  readonly column?: number | undefined
}

/**
 * Thrown for a project file that cannot be worked with. `message` is a sentence for people, which says what to write instead and
 * names no place: file, line and column, where they are known, stand beside it.
 */
export class ProjectError extends Error {
  override readonly name = 'ProjectError'
  readonly code: ProjectErrorCode
  readonly file: string
  readonly line: number | undefined
  readonly column: number | undefined

  constructor(code: ProjectErrorCode, message: string, { file, line, column }: ProjectPlace) {
    super(message)
    this.code = code
    this.file = file
    this.line = line
    this.column = column
  }
}
