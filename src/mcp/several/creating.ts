import type { ApiError } from '../../client/errors.ts'
import type { CallContext } from '../context.ts'
import { type FileToSend, type GivenFile, readyToSend } from '../creation.ts'
import { ToolRefusal } from '../failure.ts'
import { type MadeTranslation, type MakingOrder, makeFrom } from '../making.ts'
import { visible } from '../render/data.ts'
import { concernsAll, type Failed, reportUnexpected } from './failures.ts'
import { inTurn, isThrottled } from './in-turn.ts'

/** A file, as the caller named it, and its translation. */
export interface MadeFile {
  readonly path: string
  readonly made: MadeTranslation
  /** See FileToSend. */
  readonly fingerprint: string | undefined
}

/** A file whose translation is that of another one, named before. `same_file`: both names lead to one file. */
export interface Twin {
  readonly path: string
  readonly of: string
  readonly same_file: boolean
}

/** What came of several files, each in the order in which they were named. */
export interface SeveralMade {
  readonly files: readonly MadeFile[]
  readonly failed: readonly Failed[]
  readonly twins: readonly Twin[]
  /** Not begun: the time of the call was over, it was cancelled, or no file can be made at all. */
  readonly unsent: readonly string[]
  /** What the service refused for a while, where files are unsent for that. */
  readonly throttled?: ApiError | undefined
}

/** How many files are sent at once: the service analyses as many, and uploads of one person share one line. */
const AT_ONCE = 3
/** How many seconds before the end of a call no further file is begun: a creation waits up to 20 s for its analysis. */
const LAST_SECONDS = 20

/** `ended` is told when its translation is made, or is not. */
type Opened = { readonly source: FileToSend; readonly ended?: () => void } | Omit<Twin, 'path'>

/** A file to send: what it is called, and what is wanted of it. */
export interface FileInTurn {
  readonly path: string
  /** @param again it was opened before in this call, and is sent again */
  readonly open: (again: boolean) => Promise<Opened>
  readonly order: MakingOrder
}

type End = Omit<MadeFile, 'path'> | { readonly error: unknown } | { readonly twin: Omit<Twin, 'path'> }

/**
 * Refuses what does not go together with several files.
 *
 * @throws {ToolRefusal} one_file; no_local_files, where this server runs elsewhere; filename_of_one
 */
export function requireSeveral(asked: GivenFile, { parts }: CallContext): void {
  const { filename, ...others } = asked
  const given = ['file_path', 'content', 'file_url', 'upload_id'] as const
  const together = given.filter(name => others[name] !== undefined)
  if (together.length > 0) {
    throw new ToolRefusal('one_file', [
      `Nothing was done: file_paths and ${together.join(' and ')} were given together.`,
      'Give all files in file_paths, or one file in another argument.',
    ])
  }
  if (parts.settings.transport !== 'stdio') {
    throw new ToolRefusal('no_local_files', [
      'Nothing was done: this server runs elsewhere and cannot read files of your machine.',
      'Call create_batch once for each file: with content and filename for small text, a public file_url, or without a file for an address to upload it to; in a browser that takes several. Then approve_batch with approvals asks once for all.',
    ])
  }
  if (filename !== undefined) {
    throw new ToolRefusal('filename_of_one', [
      'Nothing was done: filename names one file; with file_paths each file keeps its own name. Leave filename out.',
    ])
  }
}

/** Files that a caller named, all with the same order. `each`: those of which none stands for another one, whatever they hold. */
export function namedFiles(
  paths: readonly string[],
  order: MakingOrder,
  context: CallContext,
  each: ReadonlyMap<string, unknown> = new Map(),
): readonly FileInTurn[] {
  const open = openingInTurn(order, each, context)
  return paths.map(path => ({ path, open: again => open(path, again), order }))
}

/** What an earlier call made of the same files, by path: a call that goes on does not ask for it again. */
export type MadeBefore = ReadonlyMap<string, MadeFile>

/**
 * Makes the translations of several files, each as a call for it alone would. A failure does not stop the others, unless all would share
 * it; a cancelled call begins no further file, and what is made stays.
 */
export async function makeSeveral(
  files: readonly FileInTurn[],
  context: CallContext,
  before: MadeBefore = new Map(),
): Promise<SeveralMade> {
  const until = context.parts.clock() + Math.max(1, context.longest_wait - LAST_SECONDS) * 1000
  let stopped = false
  let done = 0
  const begun = new Set<FileInTurn>()
  const making = async (file: FileInTurn): Promise<End> => {
    const { path, open, order } = file
    const told = (percent: number, message: string, often?: 'often') =>
      context.progress((100 * (done + percent / 100)) / files.length, `${visible(path, 100)}: ${message}`, often)
    const opened = await open(begun.has(file))
    begun.add(file)
    if ('of' in opened) return { twin: opened }
    const { source, ended } = opened
    const { fingerprint } = source
    const known = before.get(path)
    try {
      if (known !== undefined && known.fingerprint === fingerprint) return { made: known.made, fingerprint }
      return { made: await makeFrom(source, order, { ...context, progress: told }), fingerprint }
    } finally {
      await source.file?.handle.close()
      ended?.()
    }
  }
  const one = async (file: FileInTurn): Promise<End> => {
    const end = await making(file).catch(error => {
      if (isThrottled(error) && !context.signal.aborted) throw error
      if (!context.signal.aborted) reportUnexpected(error, 'create_batch', context.parts.report)
      stopped ||= concernsAll(error)
      return { error }
    })
    done += 1
    await context.progress((100 * done) / files.length, `${done} of ${files.length} files planned`, 'often')
    return end
  }
  const { ends, throttled } = await inTurn(files, one, { at_once: AT_ONCE, until, stopped: () => stopped }, context)
  const paths = files.map(({ path }) => path)
  return { ...sorted(paths, ends, context.signal.aborted), throttled }
}

function sorted(paths: readonly string[], ends: readonly (End | undefined)[], cancelled: boolean): SeveralMade {
  const of = <Value>(pick: (path: string, end: End | undefined) => Value | undefined): Value[] =>
    paths.flatMap((path, at) => pick(path, ends[at]) ?? [])
  // A file whose sending was cancelled has no fault of its own: the same call again goes on with it.
  const isUnsent = (end: End | undefined) => end === undefined || (cancelled && 'error' in end)
  return {
    files: of((path, end) => (end && 'made' in end ? { path, ...end } : undefined)),
    failed: of((name, end) => (end && 'error' in end && !isUnsent(end) ? { name, error: end.error } : undefined)),
    twins: of((path, end) => (end && 'twin' in end ? { path, ...end.twin } : undefined)),
    unsent: of((path, end) => (isUnsent(end) ? path : undefined)),
  }
}

/**
 * Opens files one after the other, in their order, whoever asks first: of two with the same name and content, which the service takes
 * for one, the first is sent. Of the files in `each`, both are: the second when the first is made, so that it gets one of its own.
 */
function openingInTurn({ make_new = false }: MakingOrder, each: ReadonlyMap<string, unknown>, context: CallContext) {
  const seen = new Map<string, { readonly path: string; readonly real: string | undefined; made: Promise<void> }>()
  let last: Promise<unknown> = Promise.resolve()
  const opened = async (path: string, again: boolean): Promise<Opened> => {
    context.signal.throwIfAborted()
    const source = await readyToSend({ file_path: path }, context)
    if (again) return { source }
    const real = source.file?.path
    const identity = make_new ? `${real}` : JSON.stringify([source.fingerprint, source.name])
    const before = seen.get(identity)
    let ended = () => {}
    const made = new Promise<void>(resolve => {
      ended = resolve
    })
    if (before === undefined) {
      seen.set(identity, { path, real, made })
      return { source, ended }
    }
    if (before.real !== real && each.has(path)) {
      await before.made
      before.made = made
      return { source, ended }
    }
    await source.file?.handle.close()
    return { of: before.path, same_file: before.real === real }
  }
  return (path: string, again: boolean) => {
    const mine = last.then(() => opened(path, again))
    last = mine.catch(() => undefined)
    return mine
  }
}
