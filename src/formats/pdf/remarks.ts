/** What a plan says of the result of a PDF. */
import { isWithoutText, type PdfDocument, type PdfPage } from './document.ts'
import { reasonOfLanguage } from './pages/languages.ts'

const OFFER = 'Say “keep the pages” for a PDF of the same pages instead, with the text on them replaced.'

/** What is said of a file that is not whole, whatever its result is. */
export function remarksOnEnd({ ends_early, pages }: PdfDocument): string[] {
  if (!ends_early) return []
  const found = pages.length === 1 ? '1 page was' : `${pages.length} pages were`
  return [
    `The file ends early: it is damaged, or was not saved or sent whole. ${found} found in it; look whether that is all.`,
  ]
}

/** Sentences on what becomes of the pages, and on what of them the result does not have. */
export function remarksOnPdf(document: PdfDocument, targets: readonly string[]): string[] {
  const { pages } = document
  const silent = pages.filter(isWithoutText)
  const filled = pages.filter(({ fields }) => fields.length > 0)
  return [
    ...remarksOnEnd(document),
    'The result is a Word document (.docx) with the text of the PDF, page by page in reading order: headings, paragraphs, lists. It does not look like the PDF: pictures, drawings, fonts, bold and italic, the lines of tables and links are not in it.',
    ...(targets.some(tag => reasonOfLanguage(tag)) ? [] : [OFFER]),
    ...(silent.length > 0
      ? [
          `${listed(silent)} no text that can be read (a picture, such as a scan, or nothing): the result has nothing of ${silent.length > 1 ? 'them' : 'it'}.`,
        ]
      : []),
    ...(filled.length > 0
      ? [
          `${listed(filled)} fields of a form that are filled in: what is in them is not translated and not in the result.`,
        ]
      : []),
  ]
}

/** `Pages 3, 5–7 have`, `Page 4 has`. */
function listed(pages: readonly PdfPage[]): string {
  return `${pagesNamed(pages.map(({ number }) => number))} ${pages.length === 1 ? 'has' : 'have'}`
}

/** `Pages 3, 5–7`, `Page 4`. */
export function pagesNamed(pages: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const number of pages) {
    const range = ranges.at(-1)
    if (range && range[1] === number - 1) range[1] = number
    else ranges.push([number, number])
  }
  const shown = ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')
  return pages.length === 1 ? `Page ${shown}` : `Pages ${shown}`
}
