/** Segments that the caller's own model translates. Other folders import only this file. */
export { type Extraction, extractSegments } from './extract.ts'
export { readFinishedLines } from './finished-lines.ts'
export { answerSegmentsRoute, segmentsRoute } from './routes.ts'
export { showSegment } from './showing.ts'
export { forgetSegments, opennessOf } from './store.ts'
