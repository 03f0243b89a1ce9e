import { quoted } from '../../mcp/render/data.ts'
import { counted } from '../../mcp/render/numbers.ts'
import type { MemorySize } from '../../service/admin/memory.ts'
import { adminOptions } from '../admin-options.ts'
import type { Invocation } from '../command.ts'
import { memoryWish } from '../memory/wish.ts'
import { takesNoMore, UsageError, unknownOrder } from '../usage.ts'

type Order = (invocation: Invocation) => Promise<0 | 1>

/** What is done with a memory, by the first word. */
const ORDERS: ReadonlyMap<string, Order> = new Map([
  ['show', show],
  ['export', async invocation => await (await import('../memory/export.ts')).exportToFile(invocation)],
  ['import', async invocation => await (await import('../memory/import.ts')).importMemoryFile(invocation)],
  ['clear', clear],
])

/** Shows how much the translation memory of the service inside this program, or a part of it, holds; exports, imports or forgets it. */
export async function memory(invocation: Invocation): Promise<0 | 1> {
  const { operands, settings } = invocation
  const [order = ''] = operands
  const act = ORDERS.get(order)
  if (act === undefined) throw unknownOrder('memory', order, ORDERS.keys())
  takesNoMore(`memory ${order}`, operands, order === 'export' || order === 'import' ? 2 : 1)
  const { from, to, dry_run, yes, format } = settings
  if (settings.without_project && settings.project !== undefined)
    throw new UsageError('memory takes --project or --without-project, not both.')
  if (order !== 'import' && (from !== undefined || to.length > 0 || dry_run || yes))
    throw new UsageError(`memory ${order} does not take --from, --to, --dry-run or --yes.`)
  if (format !== undefined && (order === 'show' || order === 'clear'))
    throw new UsageError(`memory ${order} does not take --format.`)
  return await act(invocation)
}

async function show({ settings, stdout }: Invocation): Promise<0> {
  const { showMemory } = await import('../../service/admin/memory.ts')
  const { projects, ...held } = await showMemory(await adminOptions(settings), memoryWish(settings))
  const lines = projects.map(
    each => `${each.project === null ? 'without a project' : quoted(each.project)}: ${sizeOf(each)}\n`,
  )
  stdout.write(
    settings.json ? `${JSON.stringify({ memory: held, projects })}\n` : `${sizeOf(held)}.\n${lines.join('')}`,
  )
  return 0
}

async function clear({ settings, stdout }: Invocation): Promise<0> {
  const { emptyMemory } = await import('../../service/admin/memory.ts')
  const forgotten = await emptyMemory(await adminOptions(settings), memoryWish(settings))
  stdout.write(settings.json ? `${JSON.stringify({ forgotten })}\n` : `Forgotten: ${sizeOf(forgotten)}.\n`)
  return 0
}

function sizeOf({ translations, characters }: MemorySize): string {
  return `${counted(translations, 'translation')}, ${counted(characters, 'character')}`
}
