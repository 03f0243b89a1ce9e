import { familyOf } from '../../contract/formats.ts'
import { compareLines } from '../domain/compare-lines.ts'
import { firstLines } from '../files/first-lines.ts'
import type { Files } from '../ports.ts'
import type { BatchRow, ResultRow } from '../store/schema.ts'
import type { ComparedFiles } from '../web/result-page.ts'

/** So much of each file is read: what a person looks at, and little enough to be compared while others are served. */
const READ = { bytes: 256 * 1024, lines: 1000 } as const

/** The beginning of a source and of what came of it, line by line; why not, where it has no lines of text. */
export async function comparedFiles(
  { file_name, file_blob }: Pick<BatchRow, 'file_name' | 'file_blob'>,
  result: Pick<ResultRow, 'file_name' | 'blob'>,
  files: Files,
): Promise<ComparedFiles> {
  const family = familyOf(file_name)
  if (family === undefined || family.facts.binary) return { kind: 'none', why: 'binary' }
  if (familyOf(result.file_name)?.family !== family.family) return { kind: 'none', why: 'several' }
  if (file_blob === null || (await files.size(file_blob)) === undefined) return { kind: 'none', why: 'gone' }
  const [source, translated] = [
    await firstLines(files.open(file_blob), READ),
    await firstLines(files.open(result.blob), READ),
  ]
  if (source === undefined || translated === undefined) return { kind: 'none', why: 'charset' }
  const lines = Math.max(source.lines.length, translated.lines.length)
  const stretches = compareLines(source.lines, translated.lines)
  return { kind: 'lines', stretches, lines, cut: source.cut || translated.cut }
}
