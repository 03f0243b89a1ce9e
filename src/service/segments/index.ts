/** Segments that the caller's own model translates. Other folders import only this file. */
export { type Extraction, extractSegments } from './extract.ts'
export { answerSegmentsRoute, segmentsRoute } from './routes.ts'
export { showSegment } from './showing.ts'
export { forgetSegments } from './store.ts'
