/** What a YAML file says of its language: the key that is the root of all others (`en:`), or a field (`locale: en`). */
import { inStyleOf, languageTagOf } from '../content/language-tag.ts'
import { isWordOfYaml } from '../content/yaml-scalar.ts'
import type { YamlScalar } from './scalar.ts'
import type { OutermostKey, Scalars } from './walk.ts'

/** A place in the file where its language is written. Offsets count UTF-16 code units. */
export interface LanguagePlace {
  readonly start: number
  readonly end: number
  /** The BCP 47 tag. */
  readonly tag: string
  /** As the file writes it, with its quotes. */
  readonly written: string
}

/** A key of the root that names the language of all that is below it. */
export interface LanguageRoot extends LanguagePlace {
  readonly document: number
  readonly name: string
  /** Beside it stands another language, and it is the one that is asked for: so it is no source. */
  readonly taken?: true
}

export interface YamlLanguages {
  readonly roots: readonly LanguageRoot[]
  /** Fields whose value is the language of the file. */
  readonly fields: readonly (LanguagePlace & { readonly scalar: YamlScalar })[]
}

const FIELD = /^(?:locale|lang|language)$/i

export function yamlLanguagesIn(text: string, { scalars, outermost }: Scalars): YamlLanguages {
  const roots = outermost.map(key => rootOf(text, key))
  const isCatalogue = roots.length > 0 && roots.every(root => root !== undefined)
  if (isCatalogue) return { roots: roots.filter(root => root !== undefined), fields: [] }
  return { roots: [], fields: scalars.flatMap(scalar => fieldOf(text, scalar)) }
}

function rootOf(text: string, { name, start, end, holds, document }: OutermostKey): LanguageRoot | undefined {
  const tag = holds === 'map' ? languageTagOf(name) : undefined
  return tag === undefined ? undefined : { tag, name, start, end, document, written: text.slice(start, end) }
}

function fieldOf(text: string, scalar: YamlScalar): YamlLanguages['fields'] {
  const { path, start, end, value } = scalar
  const tag = path.length === 1 && FIELD.test(path[0] ?? '') ? languageTagOf(value) : undefined
  return tag === undefined ? [] : [{ tag, start, end, written: text.slice(start, end), scalar }]
}

const QUOTED = /^(["'])(.*)\1$/

/** Another tag in the manner of the one that it replaces. A tag that would read as something else, such as `no`, is in quotes. */
export function writeTag(written: string, tag: string): string {
  const [, quote = '', inside = written] = QUOTED.exec(written) ?? []
  const styled = inStyleOf(inside, tag)
  return quote === '' && isWordOfYaml(styled) ? `"${styled}"` : quote + styled + quote
}
