/**
 * PDF whose results are the same pages, where a person asks for that: each paragraph that can be is taken out of its page, and its translation is
 * drawn in its place. What only can stay as it is is a unit that says so. What writes pages is loaded when it is needed.
 */
import { heldBytes } from '../bytes/ranges.ts'
import { leftOutOfText } from '../content/left-out.ts'
import type { Format } from '../format.ts'
import { languagesOfPdf, type PdfDocument, readPdf } from './document.ts'
import { pdfFacts } from './facts.ts'
import { drawableText, drawnText } from './pages/drawable-text.ts'
import { reasonOfLanguage } from './pages/languages.ts'
import type { PagesRead } from './pages/reading.ts'
import { pageReasonIs, pageReasonSays, whyKept } from './pages/reasons.ts'
import { pagesNamed, remarksOnEnd } from './remarks.ts'
import { type PdfUnit, unitsOfPdf } from './units.ts'

export const samePages: Format<PdfUnit> = {
  ...pdfFacts,

  traits: { ...pdfFacts.traits, pages: 'kept' },

  async *scan(source, { original } = {}) {
    const bytes = await heldBytes(original?.() ?? source)
    const document = await readPdf(bytes)
    const written = original && (await textsWritten(await heldBytes(source), bytes))
    const read = await readingOf(bytes, document)
    for (const unit of unitsOfPdf(document).map(one => onPages(one, read)))
      yield { ...unit, text: written?.get(placeOf(unit)) ?? unit.text }
  },

  languages: languagesOfPdf,

  async remarks(source, targets) {
    const bytes = await heldBytes(source)
    const document = await readPdf(bytes)
    const read = await readingOf(bytes, document)
    const { faithful } = await import('./pages/index.ts')
    const { remarks } = faithful(read, targets[0] ?? 'en')
    return [
      ...remarksOnEnd(document),
      ...ALWAYS,
      ...remarks
        .filter(({ paragraphs, reason }) => paragraphs === 0 || reason === 'unreadable')
        .map(({ says, reason, pages = [] }) => (reason === 'unreadable' ? `${says} (${pagesNamed(pages)})` : says)),
    ]
  },

  async unfit(source, targets) {
    const [unwritable] = targets.flatMap(tag => {
      const reason = reasonOfLanguage(tag)
      return reason === undefined ? [] : [`${targets.length > 1 ? `${tag}: ` : ''}${pageReasonSays(reason)}`]
    })
    if (unwritable !== undefined) return unwritable
    const bytes = await heldBytes(source)
    const { faithful } = await import('./pages/index.ts')
    return faithful(await readingOf(bytes, await readPdf(bytes)), targets[0] ?? 'en').refused?.says
  },

  edits: () => [],

  readsAs: ({ paragraph }, translation) => (paragraph === undefined ? translation : drawnText(translation)),

  async *compose(pieces, { language }, original, leave) {
    const texts = new Map<string, { readonly index: number; readonly text: string }>()
    for await (const batch of pieces) {
      for (const { unit, translation } of batch)
        if (translation !== undefined) texts.set(placeOf(unit), { index: unit.index, text: translation })
    }
    const bytes = await heldBytes(original())
    const { writePages } = await import('./pages/index.ts')
    const translationOf = (place: Place) => texts.get(placeOf(place))?.text
    const { kept, bytes: made } = await writePages(bytes, await readPdf(bytes), { language, translationOf })
    for (const place of kept) {
      const { index, text } = texts.get(placeOf(place)) ?? {}
      if (index !== undefined) leave?.(index, whyKept(place, drawableText(text ?? '')))
    }
    yield made
  },
}

/** What is said of every file. */
const ALWAYS = [
  'The result is a PDF with the same pages: pictures, drawings and tables stay, and the text on them is replaced, in Liberation Sans, Times or Courier, whichever is nearest. Words with letters that the last two lack are in Liberation Sans; where many words of a file have such letters, all are.',
  'A translation that is longer than its place is set in smaller letters, down to 60 %. One that does not fit even so, or has letters that the fonts lack, stays in its source, and the result says which.',
  'Within a paragraph all letters look as most of them do: single bold, italic or coloured words do not. Links stay where they are on the page, and the title of the document stays in the source language.',
]

type Place = { readonly page: number; readonly paragraph: number | undefined }

function placeOf({ page, paragraph }: Place): string {
  return `${page} ${paragraph}`
}

/** What the pages of a result say, by places. */
async function textsWritten(bytes: Uint8Array, original: Uint8Array): Promise<ReadonlyMap<string, string>> {
  const { paragraphsFound } = await import('./pages/index.ts')
  return new Map((await paragraphsFound(bytes, original)).map(found => [placeOf(found), found.text]))
}

/** As long as a file is kept read: a plan asks several times. */
const readings = new WeakMap<PdfDocument, Promise<PagesRead>>()

async function readingOf(bytes: Uint8Array, document: PdfDocument): Promise<PagesRead> {
  const { readPages } = await import('./pages/index.ts')
  const reading = readings.get(document) ?? readPages(bytes, document)
  readings.set(document, reading)
  return await reading
}

/** A unit as the same pages have it: what a document of the text could have may stay as it is here, and the other way round. */
function onPages(unit: PdfUnit, { pages }: PagesRead): PdfUnit {
  const { paragraph, left_out, text } = unit
  if (paragraph === undefined) {
    const because =
      left_out === 'form_field' ? 'filled in a field of a form' : left_out === 'on_request' ? 'a comment' : TYPED
    return left_out === 'no_text_layer' ? unit : { ...unit, left_out: 'not_taken', because }
  }
  const own = left_out === 'repeated' ? leftOutOfText(text) : left_out
  const reason = pages[unit.page - 1]?.paragraphs[paragraph]
  return own === undefined && reason !== undefined
    ? { ...unit, left_out: 'not_taken', because: pageReasonIs(reason) }
    : { ...unit, left_out: own }
}

const TYPED = 'typed onto the page, as comments are'
