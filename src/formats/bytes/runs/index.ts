/**
 * Lines of runs: what word processors, slides and layout programs have for a paragraph. A family reads a paragraph as items (`RunItem`): texts
 * with the markup that their run has around them, things that stand alone, beginnings and ends of what is around runs. `codedRuns` makes them
 * a text with short tags, `editsOfRuns` writes a translation of it, and `readAsRuns` says what that reads back as.
 */
export { type CodedRuns, codedRuns, type RunCode } from './coded.ts'
export type { RunItem, Shell } from './items.ts'
export { editsOfRuns, readAsRuns, signOfRuns } from './writing.ts'
