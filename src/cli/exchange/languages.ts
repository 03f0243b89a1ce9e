import { sameTag } from '../../contract/language-tags.ts'

/** The language of a file that a tag names: itself, what means the same, or the only one with another region. */
export function likeNamed(languages: readonly string[], wanted: string): string | undefined {
  if (languages.includes(wanted)) return wanted
  const tag = usualTag(wanted)
  const alike = languages.filter(language => language.split('-', 1)[0] === tag.split('-', 1)[0])
  return (
    languages.find(language => language === tag) ??
    languages.find(language => sameTag(language, tag)) ??
    (alike.length === 1 ? alike[0] : undefined)
  )
}

/** A language tag in its usual form: `en_us` is `en-US`. What is no tag stays as it is. */
export function usualTag(written: string): string {
  try {
    return new Intl.Locale(written.trim().replaceAll('_', '-')).baseName
  } catch {
    return written.trim()
  }
}

/** The same function, which works out each answer once: a file says the same few languages again and again. */
export function eachOnce<Value>(answer: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return text => {
    const before = known.get(text)
    if (before !== undefined) return before
    const found = answer(text)
    known.set(text, found)
    return found
  }
}
