import path from 'node:path'
import { PROJECT } from '../../contract/limits.ts'
import { TermFileFault } from '../../mcp/files/term-file.ts'
import { canonicalTag } from '../../service/domain/languages.ts'
import { adminOptions } from '../admin-options.ts'
import type { Invocation } from '../command.ts'
import { onSignal } from '../ending.ts'
import type { Settings } from '../settings.ts'
import { askYesNo } from '../translate/question.ts'
import { UsageError } from '../usage.ts'
import { memoryFormat } from './formats.ts'
import { memoryImportWords, pairsWords } from './import-words.ts'
import { type Incoming, incomingOf, type Named } from './incoming.ts'
import { readMemoryFile } from './reading.ts'

/** Takes the translations of a file into the memory: the whole file is read first, and at a terminal a person says yes. */
export async function importMemoryFile({ operands, settings, stdout, stderr }: Invocation): Promise<0 | 1> {
  const [, file] = operands
  if (file === undefined) throw new UsageError('memory import needs a FILE.')
  const named = namedIn(file, settings)
  const { dry_run, json } = settings
  const incoming = await readIncoming(file, settings, named)
  if (!dry_run && !(await isAgreed(incoming, settings, stderr))) {
    stderr.write('Nothing was changed.\n')
    return 1
  }
  const { importMemory } = await import('../../service/admin/memory-import.ts')
  const counts = await importMemory(await adminOptions(settings), incoming.lines, { file: named.file_name, dry_run })
  const { pairs, projects, left_out } = incoming
  stdout.write(
    json
      ? `${JSON.stringify({ dry_run, ...counts, pairs, projects, left_out })}\n`
      : memoryImportWords(incoming, counts, dry_run),
  )
  return 0
}

/** @throws {UsageError} the settings make no sense for an import */
function namedIn(file: string, { file: last, member, from, to, project, without_project }: Settings): Named {
  if (last !== undefined || member !== undefined)
    throw new UsageError('memory import does not take --file or --member.')
  if (project !== undefined && !PROJECT.test(project))
    throw new UsageError('--project must be a label of 1 to 100 ASCII characters, as `memory show` names it.')
  for (const tag of [...(from === undefined ? [] : [from]), ...to]) {
    if (canonicalTag(tag) === undefined) throw new UsageError(`${tag} is no language that this program knows.`)
  }
  return { from, to, project: without_project ? null : project, file_name: path.basename(file) }
}

/** @throws {Error} what is wrong with the file, in words */
async function readIncoming(file: string, settings: Settings, named: Named): Promise<Incoming> {
  const format = memoryFormat(settings)
  try {
    const found = await readMemoryFile(file, { format, from: named.from, to: named.to })
    return incomingOf(found, named)
  } catch (error) {
    if (error instanceof TermFileFault) throw new Error(`Nothing was changed. ${file}: ${error.message}`)
    throw error
  }
}

/** Asks only where a person sits at a terminal; elsewhere the order is the agreement, as with other orders of an operator. */
async function isAgreed(incoming: Incoming, { yes }: Settings, stderr: Invocation['stderr']): Promise<boolean> {
  if (yes || incoming.lines.length === 0 || process.stdin.isTTY !== true) return true
  const ending = new AbortController()
  const unheard = onSignal(() => ending.abort())
  try {
    const question = `${pairsWords(incoming)} They are used for equal texts from now on. Import them?`
    return (await askYesNo(question, process.stdin, stderr, { signal: ending.signal })) === true
  } finally {
    unheard()
  }
}
