/**
 * The same pages with their text replaced. A plan reads the pages (`readPages`) and says what will not be kept (`faithful`); the result is written
 * (`writePages`) and read again (`paragraphsFound`). The paragraphs are those of `readPdf`, by page and place.
 */
export { type ParagraphFound, paragraphsFound } from './checking.ts'
export { type Faithful, faithful, type PageRemark } from './faithful.ts'
export { type PageRead, type PagesRead, readPages } from './reading.ts'
export { type PageReason, pageReasonSays } from './reasons.ts'
export {
  type KeptParagraph,
  type PagesWritten,
  type ParagraphDrawn,
  type TranslationOf,
  writePages,
} from './writing.ts'
