/**
 * PDF: its pages are read as paragraphs, and a result is a Word document of them. A page has no paragraphs to write into: it has glyphs at
 * places, in fonts that hold no other letters. What the document cannot have is a unit that says so. Where somebody asks for it, the result is
 * the same pages (`samePages`).
 */
import { heldBytes } from '../bytes/ranges.ts'
import { type Format, FormatError } from '../format.ts'
import { composeDocument, paragraphsWritten } from './composing.ts'
import { isWithoutText, languagesOfPdf, readPdf } from './document.ts'
import { pdfFacts } from './facts.ts'
import { remarksOnPdf } from './remarks.ts'
import { samePages } from './same-pages.ts'
import { type PdfUnit, unitsOfPdf } from './units.ts'

export const pdf: Format<PdfUnit> = {
  ...pdfFacts,

  async *scan(source, { original } = {}): AsyncGenerator<PdfUnit> {
    const written = original && (await paragraphsWritten(source))
    const document = await readPdf(await heldBytes(original?.() ?? source))
    if (document.pages.every(isWithoutText)) throw withoutText(document.pages.length)
    for (const unit of unitsOfPdf(document)) yield { ...unit, text: written?.get(unit.index) ?? unit.text }
  },

  languages: languagesOfPdf,

  async remarks(source, targets) {
    return remarksOnPdf(await readPdf(await heldBytes(source)), targets)
  },

  edits: () => [],

  compose: composeDocument,
  same_pages: samePages,
}

function withoutText(pages: number): FormatError {
  const message = `This PDF has no text: ${pages === 1 ? 'its page is a picture, such as a scan' : `its ${pages} pages are pictures, such as scans`}, or empty. Have its text recognised first (OCR), and create the translation from that file.`
  return new FormatError('malformed', message)
}
