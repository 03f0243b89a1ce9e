import path from 'node:path'
import type { Amount } from '../../mcp/consent/amount.ts'
import { revealed, visible } from '../../mcp/render/data.ts'
import { counted } from '../../mcp/render/numbers.ts'
import { openSyncProject } from '../../sync/disk/open.ts'
import { SyncBusy, SyncRefused } from '../../sync/disk/refused.ts'
import type { Invocation } from '../command.ts'
import { endWithin, onSignal } from '../ending.ts'
import { listedIn } from '../listed.ts'
import { createTurns } from '../sync/watch-turns.ts'
import { createFolderWatch, lookAtSources, type Watched } from '../sync/watched.ts'
import { syncUnattended } from './sync.ts'
import { refuseAssistant } from './translate.ts'

/** After so many milliseconds it looks again whether another run has ended. */
const BUSY_MS = 1000

/**
 * Runs `sync` now, and again whenever a source file or the project file was saved, until a signal ends it. What is wrong with a file is said,
 * and the watch goes on: whoever writes it is at it.
 *
 * @throws {UsageError} the engine is the caller's own model, or a run costs something and has no cap
 * @throws {SyncRefused} there is no project to begin with
 */
export async function watch(invocation: Invocation): Promise<0> {
  const { settings, operands, working, stderr } = invocation
  refuseAssistant(settings)
  const targets = listedIn(settings.to)
  await openSyncProject(working, operands, targets)
  const turns = createTurns()
  const folders = createFolderWatch(turns.touched)
  const agreed = new Map<string, readonly Amount[]>()
  let watched: Watched | undefined
  let done: string | undefined
  let isWaiting = false
  const look = async (): Promise<Watched> => {
    for (;;) {
      const now = await lookAtSources(working, operands, targets, watched)
      const { added, failures } = await folders.keepTo(now.folders)
      for (const failure of failures) stderr.write(`${visible(failure, 400)}\n`)
      if (watched === undefined) stderr.write(`${watchedWords(now, working)}\n`)
      watched = now
      // A file may have come into a new folder before that was watched.
      if (added === 0) return now
    }
  }
  const turn = async (): Promise<void> => {
    const { stamp } = await look()
    if (stamp === done) return
    done = stamp
    try {
      await syncUnattended(invocation, { command: 'watch', agreed })
      isWaiting = false
    } catch (error) {
      if (!(error instanceof SyncRefused)) throw error
      const isBusy = error instanceof SyncBusy
      if (!(isBusy && isWaiting)) stderr.write(`${revealed(error.message)}\n`)
      isWaiting = isBusy
      if (!isBusy) return
      done = undefined
      turns.touchedIn(BUSY_MS)
    }
  }
  const unheard = onSignal(() => void endWithin(async () => turns.stop()))
  try {
    await turns.run(turn)
  } finally {
    unheard()
    folders.close()
  }
  stderr.write('The watch has ended.\n')
  return 0
}

const SHOWN_FOLDERS = 5

function watchedWords({ sources, folders, projects }: Watched, working: string): string {
  const names = folders.map(folder => visible(path.relative(working, folder) || '.', 100)).sort()
  const more = names.length > SHOWN_FOLDERS ? ` and ${names.length - SHOWN_FOLDERS} more` : ''
  const files = `${counted(sources.length, 'source file')} and ${counted(projects.length, 'project file')}`
  return `Watching ${files} (in ${names.slice(0, SHOWN_FOLDERS).join(', ')}${more}). Ctrl-C ends it.`
}
