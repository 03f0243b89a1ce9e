/** What is said of pages before they are written over: what refuses them, and page by page what stays as it is. */
import { reasonOfLanguage } from './languages.ts'
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

/** What will not be kept where pages are written over in a language. Nothing is written to know it. */
export function faithful({ reasons, pages }: PagesRead, language: string): Faithful {
  const all = [reasonOfLanguage(language), ...reasons].filter(reason => reason !== undefined)
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
