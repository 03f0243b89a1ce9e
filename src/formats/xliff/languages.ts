/** The languages that an XLIFF file says. */
import { sameTag } from '../../contract/language-tags.ts'

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
  for (const name of new Set(names)) if (!different.some(known => sameTag(known, name))) different.push(name)
  return different.slice(0, MOST)
}

const MOST = 200
