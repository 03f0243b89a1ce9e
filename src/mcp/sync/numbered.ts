/** Lines of several files in one stream: `2.12 Save` is line 12 of the second file. */
import type { OpenSegment } from '../../contract/segments.ts'
import { readLines, type SegmentAnswer } from '../segments/lines.ts'

/** The number of a file, a dot, and what `readLines` takes. */
const OF_FILE = /^\s*(\d{1,4})\.(?=\d)/
/** Behind a line break, where another answer may begin. */
const ANOTHER = /[\n\r][^\S\n\r]*\d{1,4}\.\d{1,9}(?:\[[^\]\n\r]*\])?[.:)]?[ \t]/

/** Answers by the number of their file, and lines that are no answers. */
export interface NumberedAnswers {
  readonly answers: ReadonlyMap<number, readonly SegmentAnswer[]>
  readonly unread: readonly string[]
}

/** Reads answers. One that may hold several is not read, so that no text gets a wrong id. */
export function readNumbered(lines: readonly string[]): NumberedAnswers {
  const answers = new Map<number, SegmentAnswer[]>()
  const unread: string[] = []
  for (const line of lines) {
    const [before, number] = OF_FILE.exec(line) ?? []
    const read = before === undefined || ANOTHER.test(line) ? undefined : readLines([line.slice(before.length)])
    const [answer] = read?.answers ?? []
    if (answer === undefined) unread.push(line)
    else answers.set(Number(number), [...(answers.get(Number(number)) ?? []), answer])
  }
  return { answers, unread }
}

/** The id of a line in the stream. */
export function numberedId(file: number, id: string): string {
  return `${file}.${id}`
}

/** Segments with the ids that they have in the stream. */
export function numbered(file: number, segments: readonly OpenSegment[]): readonly OpenSegment[] {
  return segments.map(segment => ({ ...segment, id: numberedId(file, segment.id) }))
}
