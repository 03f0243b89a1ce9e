/** Nothing can be done as it was asked: there is no project, its file or lock cannot be worked with, or what was named is not there. */
export class SyncRefused extends Error {
  override readonly name: string = 'SyncRefused'
}

/** Another run is at work in the project: what is refused now may be done soon. */
export class SyncBusy extends SyncRefused {
  override readonly name = 'SyncBusy'
}

interface GlossaryFault {
  /** Which file it is, and what is wrong with it: a sentence or more. */
  readonly words: string
  /** How whoever keeps the project mends it, where the words do not say it. */
  readonly how?: string
  /** The languages whose terms were put into their glossary before. */
  readonly done?: readonly string[]
}

/** A glossary file that a project names cannot be used, so no text was asked for. */
export class GlossaryRefused extends SyncRefused {
  override readonly name = 'GlossaryRefused'
  readonly words: string
  readonly how: string | undefined
  readonly done: readonly string[]

  constructor({ words, how, done = [] }: GlossaryFault) {
    const changed = done.length === 0 ? 'Nothing was done.' : `${termsDone(done)} Nothing else was done.`
    super([changed, words, ...(how === undefined ? [] : [how])].join(' '))
    this.words = words
    this.how = how
    this.done = done
  }
}

/** That the terms for these languages are where they belong. */
export function termsDone(languages: readonly string[]): string {
  return `The terms for ${languages.join(', ')} were put into the glossary.`
}
