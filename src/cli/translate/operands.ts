import { existsSync, statSync } from 'node:fs'
import { readQuotedText, writeExactWishes } from '../../contract/exact-wishes.ts'
import type { Wishes } from '../../mcp/instruction.ts'
import { BESIDE, unknownPlaceholder } from '../../mcp/several/places.ts'
import { listedIn } from '../listed.ts'
import type { Settings } from '../settings.ts'
import { UsageError } from '../usage.ts'

export interface Order {
  readonly files: readonly string[]
  /** Folders whose files are meant, with all below them. */
  readonly folders?: readonly string[]
  readonly wishes: Wishes
  readonly template: string
  /** The language of files that say none; English where it is not set. */
  readonly source_language?: string | undefined
  /** By file, where each has its own: what it is called, and what is asked for. No result of earlier runs is among such files. */
  readonly each?: ReadonlyMap<string, { readonly shown: string; readonly wishes: Wishes }>
  /** Where a language of a file is refused, its others are asked for without it. */
  readonly apart?: true
  /** The name of the file that says the instruction, where the command line does not. */
  readonly said_in?: string
}

/**
 * Reads what is asked for. The operands are files and folders; the last one is the instruction, unless it is a file too. With `--to` the
 * instruction may be left out.
 *
 * @throws {UsageError} a file is missing, no file or no task is named, or `--out` has an unknown placeholder
 */
export function readOrder(operands: readonly string[], settings: Asked): Order {
  const { to, out = BESIDE, only, leave_out, keep, tone, mark_unreviewed } = settings
  const languages = listedIn(to)
  const last = operands.at(-1)
  const instruction = last !== undefined && !existsSync(last) && !looksLikePath(last) ? last : undefined
  const named = instruction === undefined ? operands : operands.slice(0, -1)
  const missing = named.find(file => !existsSync(file))
  if (missing !== undefined) throw new UsageError(missingFile(missing))
  const folders = named.filter(file => statSync(file, { throwIfNoEntry: false })?.isDirectory())
  const files = named.filter(file => !folders.includes(file))
  if (named.length === 0) {
    const hint = instruction === undefined ? '' : ` There is no file "${instruction}" here.`
    throw new UsageError(`translate needs a file or a folder: translate FILE… "INSTRUCTION".${hint}`)
  }
  if (instruction === undefined && languages.length === 0) {
    throw new UsageError('Say what to do: translate FILE… "into German", or translate FILE… --to de.')
  }
  const unknown = unknownPlaceholder(out)
  if (unknown !== undefined) {
    throw new UsageError(`--out takes {dir}, {name}, {ext} and {lang}, not ${unknown}.`)
  }
  // No argument of a tool says it, but the sentence of the contract does.
  const mark = mark_unreviewed === true ? writeExactWishes({ mark_unreviewed }) : ''
  const words = [mark, instruction ?? ''].filter(Boolean).join(' ')
  return {
    files,
    ...(folders.length > 0 && { folders }),
    template: out,
    source_language: settings.source_language,
    wishes: {
      ...some('target_languages', languages),
      ...some('only', namesIn(only)),
      ...some('leave_out', namesIn(leave_out)),
      ...some('keep_untranslated', namesIn(keep)),
      ...(tone === undefined ? {} : { tone }),
      ...(words === '' ? {} : { instruction: words }),
    },
  }
}

function some(wish: 'target_languages' | 'only' | 'leave_out' | 'keep_untranslated', names: readonly string[]): Wishes {
  return names.length === 0 ? {} : { [wish]: names }
}

type Asked = Pick<Settings, 'to' | 'out'> &
  Partial<Pick<Settings, 'only' | 'leave_out' | 'keep' | 'tone' | 'mark_unreviewed' | 'source_language'>>

const NAME = /\s*(?:("(?:[^"\\]|\\.)*")|([^,"][^,]*))\s*(?:,|$)/y

/** The names of a flag that is repeatable: between commas, each as it is or as a JSON string. @throws {UsageError} quotes that are not closed */
function namesIn(values: readonly string[] = []): string[] {
  return values.flatMap(value => {
    const names: string[] = []
    NAME.lastIndex = 0
    while (NAME.lastIndex < value.length) {
      const at = NAME.lastIndex
      const [, quoted, plain = ''] = NAME.exec(value) ?? []
      const name = quoted === undefined ? plain.trim() : readQuotedText(quoted)
      if (NAME.lastIndex <= at || name === undefined)
        throw new UsageError(`${value.slice(at, at + 40)} is no name: ${NAMES}`)
      names.push(name)
    }
    return names.filter(name => name !== '')
  })
}

const NAMES = 'separate names by commas, and write one with a comma or a quote as a JSON string: "a, b".'

/** True for one word with a path separator or a file extension: a mistyped file name must not become an instruction and cost credits. */
function looksLikePath(operand: string): boolean {
  return !/\s/.test(operand) && (/[\\/]/.test(operand) || /\.[A-Za-z0-9]{1,5}$/.test(operand))
}

/** The message for a missing file. If the word does not look like a path, the quotes around the instruction may be missing. */
function missingFile(given: string): string {
  const hint = looksLikePath(given) ? '' : ' Put an instruction of several words in quotes.'
  return `There is no file "${given}" here.${hint}`
}
