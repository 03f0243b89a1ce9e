import { counted } from '../../mcp/render/numbers.ts'
import { adminOptions } from '../admin-options.ts'
import type { Invocation } from '../command.ts'
import { takesNoMore, UsageError } from '../usage.ts'

/** Shows how much the translation memory of the service inside this program holds, or empties it. */
export async function memory({ operands, settings, stdout }: Invocation): Promise<0> {
  const [order] = operands
  takesNoMore(`memory ${order}`, operands, 1)
  if (order !== 'show' && order !== 'clear') throw new UsageError('memory takes one of show, clear.')
  const { emptyMemory, showMemory } = await import('../../service/admin/memory.ts')
  const work = order === 'show' ? showMemory : emptyMemory
  const held = await work(await adminOptions(settings))
  const size = `${counted(held.translations, 'translation')}, ${counted(held.characters, 'character')}`
  if (settings.json) stdout.write(`${JSON.stringify(order === 'show' ? { memory: held } : { forgotten: held })}\n`)
  else stdout.write(order === 'show' ? `${size}.\n` : `Forgotten: ${size}.\n`)
  return 0
}
