/** Text that the caller's own model translates: others enter here alone. */
export { type Extraction, extractSegments } from './extract.ts'
export { answerSegmentsRoute, segmentsRoute } from './routes.ts'
export { forgetSegments } from './store.ts'
