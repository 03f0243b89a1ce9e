/** A file among those that share a name but for the language: with the tag that stands there, where one does. */
export interface NamedMember {
  readonly name: string
  readonly tag: string | undefined
}

/** A translation by its name: its language, where that says one, and the source that it lies beside, where one is there. */
export interface NamedTranslation {
  readonly tag: string | undefined
  readonly source: NamedMember | undefined
}
