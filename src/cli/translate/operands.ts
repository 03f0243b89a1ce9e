import { existsSync } from 'node:fs'
import type { Wishes } from '../../mcp/instruction.ts'
import type { Settings } from '../settings.ts'
import { UsageError } from '../usage.ts'
import { BESIDE, unknownPlaceholder } from './places.ts'

export interface Order {
  readonly files: readonly string[]
  readonly wishes: Wishes
  readonly template: string
}

/**
 * What is asked for: files, then the instruction, unless the last operand is a file too; with --to there may be none.
 *
 * @throws {UsageError} when a file is not there, nothing to do is named, or --out has a placeholder that does not exist
 */
export function readOrder(operands: readonly string[], { to, out = BESIDE }: Pick<Settings, 'to' | 'out'>): Order {
  const languages = to.flatMap(part => part.split(/[\s,]+/).filter(Boolean))
  const last = operands.at(-1)
  const instruction = last !== undefined && !existsSync(last) && !looksLikePath(last) ? last : undefined
  const files = instruction === undefined ? operands : operands.slice(0, -1)
  const missing = files.find(file => !existsSync(file))
  if (missing !== undefined) throw new UsageError(missingFile(missing))
  if (files.length === 0) {
    const hint = instruction === undefined ? '' : ` There is no file "${instruction}" here.`
    throw new UsageError(`translate needs a file: translate FILE… "INSTRUCTION".${hint}`)
  }
  if (instruction === undefined && languages.length === 0) {
    throw new UsageError('Say what to do: translate FILE… "into German", or translate FILE… --to de.')
  }
  const unknown = unknownPlaceholder(out)
  if (unknown !== undefined) {
    throw new UsageError(`--out takes {dir}, {name}, {ext} and {lang}, not ${unknown}.`)
  }
  const target_languages = languages.length === 0 ? {} : { target_languages: languages }
  return {
    files,
    template: out,
    wishes: { ...target_languages, ...(instruction === undefined ? {} : { instruction }) },
  }
}

/** One word with a separator or an extension in it: a mistyped name must not become an instruction that costs credits. */
function looksLikePath(operand: string): boolean {
  return !/\s/.test(operand) && (/[\\/]/.test(operand) || /\.[A-Za-z0-9]{1,5}$/.test(operand))
}

/** A word that is no path stands before the last operand where the quotes of the instruction were forgotten. */
function missingFile(given: string): string {
  const hint = looksLikePath(given) ? '' : ' Put an instruction of several words in quotes.'
  return `There is no file "${given}" here.${hint}`
}
