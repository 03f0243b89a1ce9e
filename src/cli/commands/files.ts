import { once } from 'node:events'
import { languagesText } from '../../mcp/render/batch.ts'
import { quoted, visible } from '../../mcp/render/data.ts'
import { bytes, count, counted, moment } from '../../mcp/render/numbers.ts'
import type { Deleted, KeptFiles } from '../../service/admin/files.ts'
import { adminOptions } from '../admin-options.ts'
import type { Invocation } from '../command.ts'
import { takesNoMore, UsageError, unknownOrder } from '../usage.ts'

/** How many translations are printed for people where they do not say how many. */
const READABLE = 1000

/**
 * Lists or deletes what the service inside this program keeps of files: originals and results. As JSON it is one translation a line.
 * Status 1 where something that was to be deleted is still there.
 */
export async function files(invocation: Invocation): Promise<0 | 1> {
  const [order] = invocation.operands
  if (order === 'list') return await list(invocation)
  if (order === 'delete') return await remove(invocation)
  throw unknownOrder('files', order, ['list', 'delete'])
}

async function list({ operands, settings, stdout, stderr }: Invocation): Promise<0> {
  takesNoMore('files list', operands, 1)
  const { json, until, cursor, limit = json ? undefined : READABLE } = settings
  const { readKept } = await import('../../service/admin/files.ts')
  const sum = { translations: 0, bytes: 0 }
  const last = await readKept(await adminOptions(settings), { before: until, after: cursor, limit }, async kept => {
    sum.translations += 1
    sum.bytes += kept.original.size_bytes + (kept.result?.size_bytes ?? 0)
    const line = json ? JSON.stringify(kept) : lineOf(kept)
    if (!stdout.write(`${line}\n`)) await once(stdout, 'drain')
  })
  const files = `the files of ${counted(sum.translations, 'translation')}, ${bytes(sum.bytes)}`
  stderr.write(sum.translations === 0 ? 'No files are kept.\n' : `These are ${files}.\n`)
  if (last !== undefined) stderr.write(`Older ones are left out. The next ones follow with --cursor ${last}.\n`)
  return 0
}

function lineOf({ batch_id, name, original, result, status, expires_at, ...languages }: KeptFiles): string {
  const kept = `${quoted(original.file_name)}${languagesText(languages)} ${bytes(original.size_bytes)}`
  const made = result === null ? status : `result ${bytes(result.size_bytes)}`
  const called = name === null || name === original.file_name ? [] : [quoted(name)]
  return [batch_id, ...called, kept, made, `until ${moment(expires_at)}`].join('  ')
}

async function remove({ operands, settings, stdout, stderr }: Invocation): Promise<0 | 1> {
  const ids = operands.slice(1)
  const { until, json } = settings
  if (settings.limit !== undefined || settings.cursor !== undefined) {
    throw new UsageError('files delete does not take --limit or --cursor.')
  }
  if (ids.length === 0 && until === undefined) {
    throw new UsageError(
      'files delete needs the ids of translations, or --until DATE for all that were created before.',
    )
  }
  if (ids.length > 0 && until !== undefined) throw new UsageError('files delete takes ids or --until, not both.')
  const { deleteKept } = await import('../../service/admin/files.ts')
  const done = { deleted: 0, kept: 0 }
  const which = until === undefined ? { ids: [...new Set(ids)] } : { before: until }
  await deleteKept(await adminOptions(settings), which, deleted => {
    done[deleted.outcome === 'deleted' ? 'deleted' : 'kept'] += 1
    if (json) stdout.write(`${JSON.stringify(deleted)}\n`)
    else if (deleted.outcome !== 'deleted') stderr.write(`${whyKept(deleted)}\n`)
  })
  if (!json) stdout.write(`Deleted the files of ${counted(done.deleted, 'translation')}.${memoryNote(done.deleted)}\n`)
  if (done.kept > 0 && !json) stderr.write(`${count(done.kept)} could not be deleted.\n`)
  return done.kept === 0 ? 0 : 1
}

/** What was translated before may be remembered apart from its file. */
function memoryNote(deleted: number): string {
  return deleted === 0
    ? ''
    : ' Single sentences may be in the translation memory: `memory clear --file NAME` forgets those of a file.'
}

const WHY = {
  unknown: 'there is no such translation in this workspace: translation-mcp files list shows them',
  gone: 'its files are gone already',
  at_work: 'it is being worked on, so its files were kept; delete them when it has ended',
} as const

function whyKept({ batch_id, outcome }: Deleted): string {
  return `${visible(batch_id)}: ${outcome === 'deleted' ? '' : WHY[outcome]}.`
}
