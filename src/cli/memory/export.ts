import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ApiError } from '../../client/errors.ts'
import { checkFree, putInPlace, temporaryBeside } from '../../client/place.ts'
import { withCodes } from '../../contract/hidden.ts'
import { systemReason } from '../../contract/system-errors.ts'
import { counted } from '../../mcp/render/numbers.ts'
import { exportMemory } from '../../service/admin/memory.ts'
import { adminOptions } from '../admin-options.ts'
import type { Invocation } from '../command.ts'
import { UsageError } from '../usage.ts'
import { formatByEnding, memoryFormat } from './formats.ts'
import { memoryWish } from './wish.ts'
import { MEMORY_FORMS } from './writing.ts'

/** Writes the memory, or a part of it, to a new file that is named, or else to the standard output. */
export async function exportToFile({ operands, settings, stdout, stderr }: Invocation): Promise<0> {
  const [, named] = operands
  if (settings.json) throw new UsageError('memory export writes TMX, CSV or TSV, not JSON.')
  const form = MEMORY_FORMS[memoryFormat(settings) ?? formatByEnding(named)]
  const options = await adminOptions(settings)
  const written = async (into: Writable) =>
    await exportMemory(options, memoryWish(settings), form, async text => {
      if (!into.write(text)) await once(into, 'drain')
    })
  const count = named === undefined ? await written(stdout) : await intoNew(path.resolve(named), written)
  stderr.write(`Exported: ${counted(count, 'translation')}.\n`)
  return 0
}

/** Writes a file that is not there yet. It has its name only when it is whole. */
async function intoNew(file: string, work: (into: Writable) => Promise<number>): Promise<number> {
  const temporary = temporaryBeside(file)
  try {
    await checkFree(file)
    const into = createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true })
    // A disk that is full ends the waiting for it, too.
    const [count] = await Promise.all([work(into).finally(() => into.end()), finished(into)])
    await putInPlace(temporary, file, false)
    return count
  } catch (error) {
    throw notWritten(file, error)
  } finally {
    await rm(temporary, { force: true })
  }
}

function notWritten(file: string, error: unknown): unknown {
  if (error instanceof ApiError && error.code === 'file_exists') {
    return new Error(`There is a file ${withCodes(file)} already, and an export replaces none. Nothing was written.`)
  }
  const why = systemReason(error)
  return why === undefined ? error : new Error(`${withCodes(file)} was not written: ${why}.`)
}
