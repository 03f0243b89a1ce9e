import { type FileHandle, lstat, realpath } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { ApiError } from '../../client/errors.ts'
import { hashFile } from '../../client/hash.ts'
import { extensionOf, familyOf, isSameFormat } from '../../contract/formats.ts'
import { shellWord } from '../../contract/shell-word.ts'
import { languageLabel } from '../render/plan.ts'
import { exchanged, FileRefused } from './boundary.ts'
import { copiesOf, identity, identityOf, openPlain } from './handles.ts'
import type { Spot } from './spot.ts'
import type { KeptCopy, WrittenFiles } from './written.ts'

/** What is known of a file that a result would replace. Hashes are SHA-256 in hex. */
export interface Standing {
  readonly name: string
  readonly sha256: string
  /** What this program last wrote there. */
  readonly written?: string | undefined
  /** What the file was when a change of some of its parts was planned. */
  readonly planned?: string | undefined
  /** The name of the file that the result was made from. */
  readonly source?: string | undefined
}

/**
 * Whether a file may be replaced: by a splice, where it is still the planned one; where this program wrote it and nobody changed it
 * since; or where it is a counterpart of the source. A file from which programs or assistants take orders is never a counterpart: its
 * source could be one that this program was made to write. Names of `OFTEN_TEXT` are, where the source has the same name.
 */
export async function mayReplace(
  { name, sha256, written, planned, source }: Standing,
  isCounterpart: () => Promise<boolean>,
): Promise<boolean> {
  if (sha256 === planned || sha256 === written) return true
  const known = folded(name)
  if (ORDERS.has(known) || ORDER_NAMES.test(known)) return false
  if (OFTEN_TEXT.has(known) && known !== folded(source ?? '')) return false
  return isCounterpart()
}

/** Files from which programs and assistants take orders: whoever writes them runs commands. */
const ORDERS: ReadonlySet<string> = new Set([
  ...[
    'package.json',
    'package-lock.json',
    'npm-shrinkwrap.json',
    'composer.json',
    'deno.json',
    'nx.json',
    'nodemon.json',
  ],
  ...['jsconfig.json', 'vercel.json', 'wrangler.json', 'firebase.json', 'lefthook.json', 'launchsettings.json'],
  ...['mcp.json', 'claude_desktop_config.json', 'devcontainer.json'],
  ...['docker-compose.yml', 'docker-compose.yaml', 'compose.yml', 'compose.yaml'],
  ...['agents.md', 'agents.override.md', 'claude.md', 'claude.local.md', 'gemini.md', 'warp.md', 'skill.md'],
  'copilot-instructions.md',
])
const ORDER_NAMES = /^tsconfig(?:\..+)?\.json$|\.(?:instructions|prompt|agent|chatmode)\.md$/
/** Files from which programs take orders too, but whose names files of texts often have: `locales/en/settings.json`. */
const OFTEN_TEXT: ReadonlySet<string> = new Set([
  ...['settings.json', 'launch.json', 'tasks.json', 'project.json', 'plugin.json', 'hooks.json'],
])

/** A name as the most careless file system compares it: some leave out letter case, forms of a letter, and characters that do not show. */
function folded(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase()
}

/** A finished temporary file, and what it is. */
export interface FinishedFile {
  /** Beside the spot, reached as the spot is. */
  readonly temporary: string
  readonly sha256: string
  /** The file that it was made from, if that can still be read. */
  readonly source: { readonly name: string; readonly handle: FileHandle } | undefined
}

/** What may be replaced. `sources`: the files that other results of the same call were made from, which none may. */
export interface Replacing {
  /** `own`: only what this program wrote and nobody changed since. */
  readonly overwrite: boolean | 'own'
  readonly written: WrittenFiles
  readonly sources?: readonly string[] | undefined
  /** The language of the result, as a BCP 47 tag; undefined where it holds several, or the person named this very place. */
  readonly language?: string | undefined
}

/** How a file got its name: it is new, it was there already with the same bytes, or it replaced another, of which there is a copy. */
export type Placing = { readonly how: 'new' | 'same' } | { readonly how: 'replaced'; readonly kept: KeptCopy }

/**
 * Gives a finished file the name of a spot, by the rules of `mayReplace`. What is replaced is kept before.
 *
 * @throws {ApiError} file_exists, when another file is there and `overwrite` is not set; file_error
 * @throws {FileRefused} is_source; other_language; not_replaced, when the file there may not be replaced; file_exchanged
 */
export async function placeFile(
  spot: Spot,
  finished: FinishedFile,
  { overwrite, written, sources, language }: Replacing,
): Promise<Placing> {
  await refuseSource(spot, finished.source, sources)
  const there = await openThere(spot, overwrite)
  if (there === undefined) {
    await spot.put(finished.temporary, false)
    await written.note(spot.path, finished.sha256)
    return { how: 'new' }
  }
  try {
    const { sha256 } = await hashFile(there)
    if (sha256 !== finished.sha256) {
      const isOurs = sha256 === (await written.hashOf(spot.path))
      if (!overwrite || (overwrite === 'own' && !isOurs)) throw alreadyThere()
      const other = await languageOfOther(spot.path, there, { ...finished, language, isOurs })
      if (other !== undefined) throw namedForOther(spot, other)
      await refuseForeign(spot, there, sha256, finished, written)
      const whose = isOurs ? 'own' : 'others'
      const kept = await written.keep(there, path.basename(spot.path), whose)
      if (kept.sha256 !== sha256) throw exchanged(path.basename(spot.path), 'written')
      await spot.put(finished.temporary, true)
      await written.note(spot.path, finished.sha256)
      return { how: 'replaced', kept }
    }
    await written.note(spot.path, sha256)
    return { how: 'same' }
  } finally {
    await there.close()
  }
}

/**
 * No translation replaces its source, by whatever name, but in a file that holds its translation itself. Nor does it replace one of the
 * other `sources`.
 *
 * @throws {FileRefused} is_source
 */
export async function refuseSource(
  spot: Spot,
  source: FinishedFile['source'],
  sources: readonly string[] = [],
): Promise<void> {
  const there = await identity(spot.at)
  if (there === undefined) return
  const own = source === undefined ? undefined : identityOf(await source.handle.stat({ bigint: true }))
  const isOwn = source !== undefined && own === there
  if (isOwn && (await holdsTranslation(source.name, source.handle))) return
  const others = isOwn ? [] : await Promise.all(sources.map(identity))
  if (!isOwn && !others.includes(there)) return
  const what = isOwn
    ? 'the source itself, which its translation never replaces'
    : 'the source of another result of this call, which none replaces'
  throw new FileRefused(
    'is_source',
    `"${path.basename(spot.path)}" is ${what}. Save under another name, or leave save_to out.`,
  )
}

/** Whether a file holds its translation beside its source: a catalogue, a table with columns of languages, several languages at the root. */
export async function holdsTranslation(name: string, file: FileHandle): Promise<boolean> {
  const { traitsOf } = await import('../formats.ts')
  return traitsOf(extensionOf(name)).bilingual === true || (await holdsSeveral(name, file))
}

/** Whether a file holds several languages side by side. */
export async function holdsSeveral(name: string, file: FileHandle): Promise<boolean> {
  const { loadFormat } = await import('../formats.ts')
  const format = await loadFormat(name)
  const found = await format?.languages?.(copiesOf(file)).catch(() => undefined)
  return found?.several === true
}

/** A result that would replace a file. `isOurs`: this program wrote that file, and nobody changed it since. */
interface NamedResult extends Pick<FinishedFile, 'source'>, Pick<Replacing, 'language'> {
  readonly isOurs: boolean
}

/**
 * Of a file that a result would replace, in words: the other language that it is named for, and that of the result. Undefined where it is
 * named for none, where the source holds several languages, and for our own file that has the name of its source, elsewhere.
 */
export async function languageOfOther(
  place: string,
  there: FileHandle,
  { source, language, isOurs }: NamedResult,
): Promise<string | undefined> {
  if (language === undefined) return undefined
  const { otherLanguageSaid } = await import('../formats.ts')
  const said = otherLanguageSaid(place, language)
  if (said === undefined) return undefined
  if (source !== undefined) {
    const [own, other] = [await source.handle.stat({ bigint: true }), await there.stat({ bigint: true })]
    const isCopy = isOurs && source.name === path.basename(place) && identityOf(own) !== identityOf(other)
    if (isCopy || (await holdsSeveral(source.name, source.handle))) return undefined
  }
  return `is named for ${languageLabel(said)}, and this translation is in ${languageLabel(language)}`
}

function namedForOther(spot: Spot, why: string): FileRefused {
  return new FileRefused(
    'other_language',
    `"${path.basename(spot.path)}" ${why}: it stays as it is. Save under another name.`,
  )
}

/** The open file at a spot; undefined where nothing is. */
async function openThere(spot: Spot, overwrite: Replacing['overwrite']): Promise<FileHandle | undefined> {
  const facts = await lstat(spot.at).catch(() => undefined)
  if (facts === undefined) return undefined
  const refused = () => (overwrite === true ? notReplaced(spot) : alreadyThere())
  if (!facts.isFile()) throw refused()
  const there = await openPlain(spot.at).catch(() => Promise.reject(refused()))
  if ((await there.stat()).isFile()) return there
  await there.close()
  throw refused()
}

async function refuseForeign(
  spot: Spot,
  there: FileHandle,
  sha256: string,
  { temporary, source }: FinishedFile,
  written: WrittenFiles,
): Promise<void> {
  // On Windows a file has a second, short name: DOCKER~1.YML.
  const name = path.basename(await realpath(spot.at))
  const standing = { name, sha256, written: await written.hashOf(spot.path), source: source?.name }
  const isAllowed = await mayReplace(standing, async () => {
    const { size } = await there.stat()
    if (size > (familyOf(name)?.facts.ceiling_bytes ?? 0)) return false
    const ours = await openPlain(temporary)
    try {
      const alike = source !== undefined && isSameFormat(source.name, name) ? [source.handle] : []
      return await isCounterpartOf(name, there, [...alike, ours])
    } finally {
      await ours.close()
    }
  })
  if (!isAllowed) throw notReplaced(spot)
}

/** How long files are compared, in milliseconds. What takes longer is no file of people. */
const LOOK_MS = 20_000

/** Whether an open file is a counterpart of one of the others (see `isCounterpart` of the formats), by the format of its name. */
export async function isCounterpartOf(
  name: string,
  there: FileHandle,
  others: readonly FileHandle[],
): Promise<boolean> {
  const { isCounterpart, loadFormat } = await import('../formats.ts')
  const format = await loadFormat(name)
  if (format === undefined) return false
  const opened = (handle: FileHandle) => () => copiesOf(handle)
  const end = performance.now() + LOOK_MS
  const pause = async () => {
    if (performance.now() > end) throw new Error('the files take too long to compare')
    await setImmediate()
  }
  return isCounterpart(format, opened(there), others.map(opened), pause).catch(() => false)
}

function alreadyThere(): ApiError {
  return new ApiError({ code: 'file_exists', message: 'A file is already there and was not overwritten.' })
}

function notReplaced(spot: Spot): FileRefused {
  return new FileRefused(
    'not_replaced',
    `"${path.basename(spot.path)}" was left as it is: this program did not write it or somebody changed it since, and it is no other translation of the same source. Save under another name, or ask the person to move that file away.`,
  )
}

/** The sentence that says where the replaced file is kept, with the command that brings it back. */
export function keptLine({ path: copy, until }: KeptCopy, target: string, platform = process.platform): string {
  // Without /y, which PowerShell does not know; cmd asks before it replaces.
  const program = platform === 'win32' ? 'copy' : 'cp --'
  const command = `${program} ${shellWord(copy, platform)} ${shellWord(target, platform)}`
  return `The file that was there before is kept until ${new Date(until).toISOString().slice(0, 10)}; this brings it back: ${command}`
}
