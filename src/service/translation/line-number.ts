import type { Unit } from '../../formats/index.ts'

/**
 * The number of a line in one language of a finished translation. A segment that was handed out to the caller's own model keeps its
 * number. Any other has its place in the file, counted on from the numbers that were handed out: so the number stays the same, however
 * often the file is read, and nobody has to write it down.
 *
 * @param handed how many segments were handed out in the language
 */
export function lineNumber({ index }: Pick<Unit, 'index'>, number: number | null, handed: number): number {
  return number ?? handed + index + 1
}
