import { realpath } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { FileRefused } from '../../mcp/files/boundary.ts'
import type { Folders } from '../../mcp/files/folders.ts'
import { closedFolder } from '../../mcp/files/listing.ts'
import type { WrittenFiles } from '../../mcp/files/written.ts'
import { quoted } from '../../mcp/render/data.ts'
import { listed } from '../../mcp/render/list.ts'
import { count, counted } from '../../mcp/render/numbers.ts'
import { folderTooLarge, nothingIn, sourcesIn } from '../../mcp/several/expanding.ts'
import { type Home, homeOf } from '../../mcp/several/homes.ts'
import { UsageError } from '../usage.ts'
import type { Order } from './operands.ts'
import { withoutOwnResults } from './own-results.ts'
import type { ToolSession } from './session.ts'

/** The most files of one run: so many plans are still read before one yes. */
const MOST_SOURCES = 500

/** The files of a run: those that were named and those of folders. */
export interface RunSources {
  readonly files: readonly string[]
  /** A line for each kind of files that is left aside. */
  readonly aside: readonly string[]
  /** Folders that give nothing, each with its reason. */
  readonly failed: readonly { readonly name: string; readonly error: unknown }[]
  /** By absolute path, the folder of those that were not named themselves. */
  readonly homes: ReadonlyMap<string, Home>
}

interface Finding {
  readonly session: ToolSession
  readonly folders: Folders
  readonly written: WrittenFiles
  readonly signal: AbortSignal
}

/**
 * Finds the files to translate. Results of earlier runs and other translations are none, nor is what no format reads; hidden folders and
 * those of installed packages are not looked into, and no link is followed.
 *
 * @throws {UsageError} they are too many
 * @throws {ToolFailed} the account cannot be read, which tells the formats
 */
export async function sourcesOf(order: Order, finding: Finding): Promise<RunSources> {
  if (order.each !== undefined) return { files: order.files, aside: [], failed: [], homes: new Map() }
  const named = await withoutOwnResults(order, finding.written)
  const [files, seen] = [[...named.files], new Set(await Promise.all(named.files.map(realOf)))]
  const aside = [...named.aside]
  const failed: { name: string; error: unknown }[] = []
  const homes = new Map<string, Home>()
  for (const folder of order.folders ?? []) {
    try {
      const { chosen, around, unread, home } = await filesBelow(folder, order, finding)
      if (chosen.length === 0 && unread.length === 0) throw nothingIn(folder, around)
      for (const file of chosen) {
        const real = await realOf(file)
        if (seen.has(real)) continue
        seen.add(real)
        files.push(file)
        homes.set(path.resolve(file), home)
      }
      aside.push(...around.map(text => `Left aside in ${quoted(folder, 120)}: ${text}.`))
      const shut = unread.map(name => path.join(folder, name))
      failed.push(...shut.map(name => ({ name, error: closedFolder(name) })))
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error
      failed.push({ name: folder, error })
    }
  }
  if (files.length > MOST_SOURCES) throw tooManyFiles(files)
  return { files, aside, failed, homes }
}

async function filesBelow(given: string, { wishes, source_language }: Order, finding: Finding) {
  const found = await finding.folders.list(path.resolve(given))
  if (found === undefined) throw closedFolder(given)
  if (found.more) throw folderTooLarge(given)
  const account = Formats.parse(await finding.session.call('get_account', {}, finding))
  const asked = { target_languages: wishes.target_languages, source_language }
  const { chosen, aside, unread, translations } = await sourcesIn(found, asked, { ...finding, account })
  return {
    chosen: chosen.map(name => path.join(given, ...name.split('/'))),
    around: aside,
    unread,
    home: homeOf(path.resolve(given), translations, process.cwd()),
  }
}

const Formats = z.looseObject({ capabilities: z.looseObject({ supported_formats: z.array(z.string()) }) })

async function realOf(file: string): Promise<string> {
  return await realpath(file).catch(() => path.resolve(file))
}

const SHOWN_FOLDERS = 8

function tooManyFiles(files: readonly string[]): UsageError {
  const counts = new Map<string, number>()
  for (const file of files) counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1)
  const most = [...counts].sort(([, one], [, other]) => other - one)
  const shown = most.slice(0, SHOWN_FOLDERS).map(([folder, number]) => `${quoted(folder, 80)} (${count(number)})`)
  const more = most.length - shown.length
  return new UsageError(
    `Nothing was made: these are ${counted(files.length, 'file')}, and one run takes at most ${MOST_SOURCES}. ` +
      `They lie in ${listed([...shown, ...(more > 0 ? [counted(more, 'more folder')] : [])])}. Name folders below these, or fewer files, one run after the other.`,
  )
}
