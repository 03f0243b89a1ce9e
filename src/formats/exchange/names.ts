/**
 * What entries are called, so that one file knows them from another: by their ids; those without one by their text in the language of the file
 * and where they say that it stands, which is the same whoever asks for which languages.
 */
import { attributesOf, codedOf, type XmlElement } from '../bytes/xml/index.ts'
import { type EntryLanguage, languagesOfEntry, sourceIn } from './entry.ts'
import type { ExchangeManner } from './manner.ts'

export interface NamedEntry {
  readonly path: string
  readonly languages: readonly EntryLanguage[]
  /** The language of the file: what the entry says itself, else the header, else English or the first that has a text. */
  readonly first: EntryLanguage | undefined
}

/** Names entries in their order: of several that say the same, each but the first has its number among these. */
export class EntryNames {
  readonly #manner: ExchangeManner
  readonly #counts = new Map<string, number>()

  constructor(manner: ExchangeManner) {
    this.#manner = manner
  }

  /** `said`: the language of the header, as a BCP 47 tag. */
  entryOf(entry: XmlElement, said: string | undefined): NamedEntry {
    const languages = languagesOfEntry(entry, this.#manner)
    const from = sourceIn(entry, languages, { source: undefined, said, target: undefined })
    const first = from?.way ? from : languages.find(({ way }) => way !== undefined)
    const text = codedOf(first?.way?.at(-1)?.inside ?? [], this.#manner.codes).text
    const name = (entryId(entry) ?? text + this.#manner.standsAt(entry)).replace(SLASH, '\u2215')
    const count = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, count)
    return { path: `${this.#manner.name}:${name}${count === 1 ? '' : ` #${count}`}`, languages, first }
  }
}

/** A number behind a slash would be a place in a list. */
const SLASH = /\/(?=\d)/g

export function entryId({ tag }: XmlElement): string | undefined {
  const attributes = attributesOf(tag)
  return (attributes.get('tuid') ?? attributes.get('id'))?.value || undefined
}
