/** The languages that an XLIFF file says. */

/** True for two names of one language in one region: `de` and `de_DE`, `zh-CN` and `zh-Hans`; false for `de` and `de-AT`. */
export function isSameLocale(one: string, other: string): boolean {
  return full(one) === full(other)
}

const FULL = new Map<string, string>()
/** Files name few languages; a hostile one must not fill the memory. */
const REMEMBERED = 1000

function full(name: string): string {
  const known = FULL.get(name)
  if (known !== undefined) return known
  if (FULL.size >= REMEMBERED) FULL.clear()
  const found = maximized(name.trim().replaceAll('_', '-'))
  FULL.set(name, found)
  return found
}

function maximized(tag: string): string {
  try {
    return new Intl.Locale(tag).maximize().toString()
  } catch {
    // No tag of BCP 47: it is the same as itself only.
    return tag.toLowerCase()
  }
}

/** A tag as BCP 47 has it: `de_AT` → `de-AT`. Undefined for an empty one. */
export function tagWritten(name: string | undefined): string | undefined {
  return name?.trim().replaceAll('_', '-') || undefined
}

/** The tag of a language in the manner of the one that it replaces: `pt_BR` where that is `fr_FR`. */
export function inMannerOf(before: string | undefined, language: string): string {
  return before?.includes('_') && !before.includes('-') ? language.replaceAll('-', '_') : language
}

const TARGETS = /<(?:[\w.-]{1,40}:)?file\s[^<>]*?\btarget-language\s*=\s*["']([^"'<>]{1,40})["']/g

/** The target languages that the parts of a file name: several where one file holds the translations into several languages. */
export function targetLanguagesIn(bytes: Buffer): readonly string[] {
  const names = [...bytes.toString('latin1').matchAll(TARGETS)].map(([, name = '']) => name)
  const different: string[] = []
  for (const name of new Set(names)) if (!different.some(known => isSameLocale(known, name))) different.push(name)
  return different.slice(0, MOST)
}

const MOST = 200
