import { quoted, visible } from '../render/data.ts'
import { counted } from '../render/numbers.ts'
import { type Failed, failureLine, reasonOf } from './failures.ts'
import { LISTED_FILES } from './most-files.ts'

/** Files that failed as fields of a result: each with its reason, of more than fit the first, and how many more there are. */
export function failedFields(failed: readonly Failed[]) {
  if (failed.length === 0) return {}
  const more = failed.length - LISTED_FILES
  return {
    failed: failed
      .slice(0, LISTED_FILES)
      .map(({ name, error }) => ({ file_path: visible(name, 300), ...reasonOf(error) })),
    ...(more > 0 && { more_failed: more }),
  }
}

/** The same as lines of text. */
export function failedLines(failed: readonly Failed[], begin = 'Failed: '): string[] {
  const more = failed.length - LISTED_FILES
  return [
    ...failed.slice(0, LISTED_FILES).map(one => `${begin}${failureLine({ ...one, name: quoted(one.name, 300) })}`),
    ...(more > 0 ? [`And ${counted(more, 'more file')} failed.`] : []),
  ]
}
