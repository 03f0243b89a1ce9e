/** What is said of pages before they are written over: what refuses them, and page by page what stays as it is. */
import type { PageRead, PagesRead } from './reading.ts'
import { type PageReason, pageReasonIsAbout, pageReasonSays } from './reasons.ts'

export interface Faithful {
  /** Why no page can be written over; undefined where pages can. */
  readonly refused: { readonly reason: PageReason; readonly says: string } | undefined
  readonly remarks: readonly PageRemark[]
}

export interface PageRemark {
  readonly reason: PageReason
  readonly says: string
  /** The pages it holds for, from 1; undefined for the whole file. */
  readonly pages: readonly number[] | undefined
  /** How many paragraphs stay as they are for it. */
  readonly paragraphs: number
}

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

/** What will not be kept where pages are written over in a language. Nothing is written to know it. */
export function faithful({ reasons, pages }: PagesRead, language: string): Faithful {
  const all = [...reasonsOfLanguage(language), ...reasons]
  const refusal = all.find(reason => pageReasonIsAbout(reason) === 'file')
  const remarks = all
    .filter(reason => pageReasonIsAbout(reason) !== 'file')
    .map(reason => ({ reason, says: pageReasonSays(reason), pages: undefined, paragraphs: 0 }))
  return {
    refused: refusal && { reason: refusal, says: pageReasonSays(refusal) },
    remarks: [...remarks, ...remarksOnPages(pages)],
  }
}

function remarksOnPages(pages: readonly PageRead[]): PageRemark[] {
  const found = new Map<PageReason, { readonly pages: Set<number>; paragraphs: number }>()
  for (const { number, reasons, paragraphs } of pages) {
    const stay = paragraphs.filter(reason => reason !== undefined)
    for (const reason of [...reasons, ...stay]) {
      const known = found.get(reason) ?? { pages: new Set(), paragraphs: 0 }
      known.pages.add(number)
      found.set(reason, known)
    }
    for (const reason of stay) {
      const known = found.get(reason)
      if (known) known.paragraphs += 1
    }
  }
  return [...found].map(([reason, known]) => ({
    reason,
    says: pageReasonSays(reason),
    pages: [...known.pages],
    paragraphs: known.paragraphs,
  }))
}

function reasonsOfLanguage(tag: string): PageReason[] {
  const { language, script } = localeOf(tag)
  if (FROM_RIGHT.has(script)) return ['right_to_left']
  if (!SCRIPTS.has(script)) return ['no_script']
  return LACKING.has(language) || LACKING.has(`${language}-${script}`) ? ['no_letters'] : []
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
