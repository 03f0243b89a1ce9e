import { recordEvent } from '../store/audit.ts'
import { clearEarlier, measureEarlier } from '../store/earlier-memory.ts'
import { forgetPart, type MemoryPart, measureMemory } from '../store/memory.ts'
import { measureProjects } from '../store/memory-projects.ts'
import { type ExportedRow, rememberedRows } from '../store/memory-reading.ts'
import { type AdminOptions, at } from './desk.ts'
import { findMember } from './members.ts'

/** How much a memory holds: translations, and their characters. */
export interface MemorySize {
  readonly translations: number
  readonly characters: number
}

/** Which part of a memory an order is about; the whole of it without any of these. */
interface MemoryWish {
  /** The label of a project; null for what was translated without one. */
  readonly project?: string | null | undefined
  /** The name of the file that a translation was last in. */
  readonly file?: string | undefined
  /** The name of the member whose translations they are, or the id of a member (also of one that was removed) or key. */
  readonly member?: string | undefined
}

/** How much of a memory a project has; null for what was translated without one. */
interface ProjectMemory extends MemorySize {
  readonly project: string | null
}

/**
 * How much the translation memory, or a part of it, holds, and of which projects. What an earlier build remembered has no project, file
 * or author, so it counts only as part of the whole.
 *
 * @throws {AdminRefused} member_not_found
 */
export async function showMemory(
  options: AdminOptions,
  wish: MemoryWish = {},
): Promise<MemorySize & { readonly projects: readonly ProjectMemory[] }> {
  const part = await partOf(options, wish)
  return await at(options, async ({ db, workspace }) => {
    const projects = await measureProjects(db, workspace.id, part)
    const size = await measurePart(db, workspace.id, part)
    return { ...size, projects: projects.map(row => ({ ...row, project: row.project === '' ? null : row.project })) }
  })
}

/**
 * Forgets the translation memory, or a part of it, and notes it in the audit log. Answers with what it held.
 *
 * @throws {AdminRefused} member_not_found
 */
export async function emptyMemory(options: AdminOptions, wish: MemoryWish = {}): Promise<MemorySize> {
  const part = await partOf(options, wish)
  return await at(options, async ({ db, workspace, now, newId }) => {
    const held = await measurePart(db, workspace.id, part)
    const which = Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined))
    const detail = { translations: held.translations, by: 'operator', ...which }
    await recordEvent(db, { now, newId }, { kind: 'memory_cleared', workspace_id: workspace.id, detail })
    await forgetPart(db, workspace.id, part)
    if (isWhole(part)) await clearEarlier(db, workspace.id)
    return held
  })
}

/** How a memory is written: what stands before and after the translations, and each of them. */
export interface MemoryForm {
  readonly begin: string
  readonly unit: (row: ExportedRow) => string
  readonly end: string
}

/**
 * Writes the translation memory, or a part of it, in the form that is wanted. What an earlier build remembered has no source and is not in it. Answers with
 * the number of translations.
 *
 * @throws {AdminRefused} member_not_found
 */
export async function exportMemory(
  options: AdminOptions,
  wish: MemoryWish,
  { begin, unit, end }: MemoryForm,
  write: (text: string) => Promise<void>,
): Promise<number> {
  const part = await partOf(options, wish)
  return await at(options, async ({ db, workspace }) => {
    let translations = 0
    await write(begin)
    for await (const rows of rememberedRows(db, workspace.id, part)) {
      await write(rows.map(unit).join(''))
      translations += rows.length
    }
    await write(end)
    return translations
  })
}

type Desk = Parameters<Parameters<typeof at>[1]>[0]

const AUTHOR_ID = /^(?:key|mem)_[0-9A-Z]{26}$/

async function partOf(options: AdminOptions, { project, file, member }: MemoryWish): Promise<MemoryPart> {
  return {
    project: project === null ? '' : project,
    file_name: file,
    author: member === undefined || AUTHOR_ID.test(member) ? member : (await findMember(options, member)).id,
  }
}

function isWhole(part: MemoryPart): boolean {
  return Object.values(part).every(value => value === undefined)
}

async function measurePart(db: Desk['db'], workspaceId: string, part: MemoryPart): Promise<MemorySize> {
  const held = await measureMemory(db, workspaceId, part)
  if (!isWhole(part)) return held
  const earlier = await measureEarlier(db, workspaceId)
  return {
    translations: held.translations + earlier.translations,
    characters: held.characters + earlier.characters,
  }
}
