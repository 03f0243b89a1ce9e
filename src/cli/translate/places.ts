import path from 'node:path'

/** Where the results of one file go, by language. */
export type Places = ReadonlyMap<string, string>

/** Where a result goes unless the person says otherwise: beside its source. */
export const BESIDE = '{dir}/{name}.{lang}.{ext}'

const PLACEHOLDER = /\{(\w*)\}/g
const KNOWN = ['dir', 'name', 'ext', 'lang']

/** The first placeholder of a template that does not exist; undefined when all do. */
export function unknownPlaceholder(template: string): string | undefined {
  return [...template.matchAll(PLACEHOLDER)]
    .map(([written]) => written)
    .find(written => !KNOWN.includes(written.slice(1, -1)))
}

/**
 * The absolute path of the result for one source file (absolute) and language. A source without extension leaves no dot behind;
 * a template that ends in a separator is a folder, in which the result takes its usual name.
 */
export function placeOf(template: string, source: string, lang: string, working: string): string {
  const { dir, name, ext } = path.parse(source)
  const values: Record<string, string> = { dir, name, ext: ext.slice(1), lang }
  const whole = /[\\/]$/.test(template) ? `${template}{name}.{lang}.{ext}` : template
  const dotted = ext === '' ? whole.replaceAll('.{ext}', '') : whole
  return path.resolve(
    working,
    dotted.replaceAll(PLACEHOLDER, (written, key: string) => values[key] ?? written),
  )
}

/** Two results that would go to one path; undefined when all differ. */
export function collision(places: readonly string[]): string | undefined {
  return places.find((place, index) => places.indexOf(place) !== index)
}

/**
 * Which entry of a parcel is in which language: the tag that stands last in its name counts, since a source may be called after a
 * language itself. Undefined unless every language has exactly one entry.
 */
export function entriesByLanguage(
  names: readonly string[],
  languages: readonly string[],
): ReadonlyMap<string, string> | undefined {
  const found = new Map<string, string>()
  for (const name of names) {
    const words = name.split(/[./\\ ]/)
    const language = words.findLast(word => languages.includes(word))
    if (language === undefined || found.has(language)) return undefined
    found.set(language, name)
  }
  return found.size === languages.length ? found : undefined
}
