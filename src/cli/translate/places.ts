import path from 'node:path'
import { localizedPath } from '../../formats/index.ts'

/** Where the results of one file go, by language. */
export type Places = ReadonlyMap<string, string>

/** The default of `--out`: beside the source, with the usual name of a translated file. */
export const BESIDE = '{dir}/'

const PLACEHOLDER = /\{(\w*)\}/g
const KNOWN = ['dir', 'name', 'ext', 'lang']

/** The first placeholder of a template that does not exist; undefined when all do. */
export function unknownPlaceholder(template: string): string | undefined {
  return [...template.matchAll(PLACEHOLDER)]
    .map(([written]) => written)
    .find(written => !KNOWN.includes(written.slice(1, -1)))
}

/** One source file (an absolute path) and the language it is in, where that is known. */
export interface SourceFile {
  readonly path: string
  readonly language: string | null
}

/**
 * The absolute path of the result for one source file and language. If the source has no extension, `.{ext}` is left out with its
 * dot. A template that ends in a separator is a folder; the result gets its usual name there.
 */
export function placeOf(template: string, source: SourceFile, lang: string, working: string): string {
  const { dir, name, ext, base } = path.parse(source.path)
  const usual = localizedPath(base, lang, source.language ?? undefined)
  const values: Record<string, string> = { dir, name, ext: ext.slice(1), lang }
  const folder = /[\\/]$/.test(template)
  const dotted = ext === '' ? template.replaceAll('.{ext}', '') : template
  const filled = dotted.replaceAll(PLACEHOLDER, (written, key: string) => values[key] ?? written)
  return path.resolve(working, folder ? path.join(filled, usual) : filled)
}

/** The first path that occurs twice; undefined when all differ. */
export function collision(places: readonly string[]): string | undefined {
  return places.find((place, index) => places.indexOf(place) !== index)
}

/**
 * Finds the entry of a zip for each language, by the language tag in its name. If a name has several tags, the last one counts,
 * since the source itself may be named after a language. If two end at the same place (`fr-CA` and `ca`), the longer one counts.
 * Undefined unless every language has exactly one entry.
 */
export function entriesByLanguage(
  names: readonly string[],
  languages: readonly string[],
): ReadonlyMap<string, string> | undefined {
  const found = new Map<string, string>()
  for (const name of names) {
    const tags = languages.map(language => ({ language, end: endOf(language, name) })).filter(({ end }) => end > 0)
    tags.sort((a, b) => b.end - a.end || b.language.length - a.language.length)
    const language = tags[0]?.language
    if (language === undefined || found.has(language)) return undefined
    found.set(language, name)
  }
  return found.size === languages.length ? found : undefined
}

/** Where the last mention of a tag in a name ends, in any letter case and with any separators; 0 if the name does not have it. */
function endOf(language: string, name: string): number {
  const words = `/${name}/`.replaceAll(/[._\\/ -]/g, '/').toLowerCase()
  const tag = `/${language.replaceAll('-', '/')}/`.toLowerCase()
  const at = words.lastIndexOf(tag)
  return at < 0 ? 0 : at + tag.length
}
