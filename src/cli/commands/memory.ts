import { once } from 'node:events'
import { quoted } from '../../mcp/render/data.ts'
import { counted } from '../../mcp/render/numbers.ts'
import type { MemorySize } from '../../service/admin/memory.ts'
import { adminOptions } from '../admin-options.ts'
import type { Invocation } from '../command.ts'
import { takesNoMore, UsageError } from '../usage.ts'

/** Shows how much the translation memory of the service inside this program, or a part of it, holds, exports it, or forgets it. */
export async function memory({ operands, settings, stdout, stderr }: Invocation): Promise<0> {
  const [order] = operands
  takesNoMore(`memory ${order}`, operands, 1)
  if (order !== 'show' && order !== 'clear' && order !== 'export') {
    throw new UsageError('memory takes one of show, export, clear.')
  }
  const { file, member, json, without_project } = settings
  if (without_project && settings.project !== undefined)
    throw new UsageError('memory takes --project or --without-project, not both.')
  if (order === 'export' && json) throw new UsageError('memory export writes TMX, not JSON.')
  const { emptyMemory, exportMemory, showMemory } = await import('../../service/admin/memory.ts')
  const project = without_project ? null : settings.project
  const [options, wish] = [await adminOptions(settings), { project, file, member }]
  if (order === 'export') {
    const count = await exportMemory(options, wish, async text => {
      if (!stdout.write(text)) await once(stdout, 'drain')
    })
    stderr.write(`Exported: ${counted(count, 'translation')}.\n`)
    return 0
  }
  if (order === 'clear') {
    const forgotten = await emptyMemory(options, wish)
    stdout.write(json ? `${JSON.stringify({ forgotten })}\n` : `Forgotten: ${sizeOf(forgotten)}.\n`)
    return 0
  }
  const { projects, ...held } = await showMemory(options, wish)
  const lines = projects.map(
    each => `${each.project === null ? 'without a project' : quoted(each.project)}: ${sizeOf(each)}\n`,
  )
  stdout.write(json ? `${JSON.stringify({ memory: held, projects })}\n` : `${sizeOf(held)}.\n${lines.join('')}`)
  return 0
}

function sizeOf({ translations, characters }: MemorySize): string {
  return `${counted(translations, 'translation')}, ${counted(characters, 'character')}`
}
