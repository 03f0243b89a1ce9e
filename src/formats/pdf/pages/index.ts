/**
 * The same pages with their text replaced. A plan reads the pages (`readPages`) and says what will not be kept (`faithful`); the result is written
 * (`writePages`) and read again (`paragraphsFound`). The paragraphs are those of `readPdf`, by page and place.
 */
export { paragraphsFound } from './checking.ts'
export { faithful } from './faithful.ts'
export { type PagesRead, readPages } from './reading.ts'
export { pageReasonSays } from './reasons.ts'
export { type PagesWritten, writePages } from './writing.ts'
