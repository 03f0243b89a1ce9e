/** The languages that pages can be written over in: those whose letters the fonts have, from left to right. */
import type { PageReason } from './reasons.ts'

const SCRIPTS: ReadonlySet<string> = new Set(['Latn', 'Cyrl', 'Grek'])
const FROM_RIGHT: ReadonlySet<string> = new Set([
  'Arab',
  'Hebr',
  'Syrc',
  'Thaa',
  'Nkoo',
  'Adlm',
  'Rohg',
  'Samr',
  'Mand',
  'Aran',
])

/** Languages of these scripts that use letters which the fonts do not have. */
const LACKING: ReadonlySet<string> = new Set(
  'vi az yo ig ha ee ak tw ff bm wo kk tg mn ky ba tt cv sah kv udm os ab ce av tyv kjh alt uz-Cyrl az-Cyrl kaa nv lkt grc'.split(
    ' ',
  ),
)

/** Why pages cannot be written over in a language; undefined where they can. */
export function reasonOfLanguage(tag: string): PageReason | undefined {
  const { language, script } = localeOf(tag)
  if (FROM_RIGHT.has(script)) return 'right_to_left'
  if (!SCRIPTS.has(script)) return 'no_script'
  return LACKING.has(language) || LACKING.has(`${language}-${script}`) ? 'no_letters' : undefined
}

/** A tag that nobody knows is taken for one of Latin letters: what lacks is said of each paragraph when it is written. */
function localeOf(tag: string): { readonly language: string; readonly script: string } {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return { language, script: script ?? 'Latn' }
  } catch {
    return { language: tag, script: 'Latn' }
  }
}
