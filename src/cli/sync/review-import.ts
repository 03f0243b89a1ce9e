import path from 'node:path'
import { shellWord } from '../../contract/shell-word.ts'
import { TermFileFault } from '../../mcp/files/term-file.ts'
import { visible } from '../../mcp/render/data.ts'
import { asOnlyRun } from '../../sync/disk/one-run.ts'
import { type OpenedProject, openSyncProject } from '../../sync/disk/open.ts'
import { planOpened } from '../../sync/disk/plan-opened.ts'
import { withUnfinished } from '../../sync/disk/unfinished.ts'
import { projectWarnings, refuseConflict } from '../../sync/disk/warnings.ts'
import { workFolder } from '../../sync/disk/work-folder.ts'
import { type PairOutcome, writeAll } from '../../sync/disk/write-all.ts'
import {
  kindOfBytes,
  type PlacedRow,
  planReturned,
  ReviewFileFault,
  readRowId,
  takingOf,
} from '../../sync/review/index.ts'
import type { ExitStatus, Invocation } from '../command.ts'
import { onSignal } from '../ending.ts'
import { exchangeBytes } from '../exchange/file.ts'
import { ownCommand } from '../own-command.ts'
import { askYesNo } from '../translate/question.ts'
import { UsageError } from '../usage.ts'
import { type ImportPlan, importJson, importLines, importQuestion, leftLines } from './review-words.ts'

/**
 * Takes in what reviewers sent back: their texts go into the translations, and the lock records who looked and when. Exit status 1 where
 * rows were left, or nothing was written though something was to be.
 */
export async function importReview(invocation: Invocation): Promise<ExitStatus> {
  const { settings, operands, working } = invocation
  const names = operands.slice(1)
  if (names.length === 0)
    throw new UsageError('review import takes the files that came back: review import review.de.csv')
  const reviewer = settings.reviewer?.trim() ?? ''
  if (reviewer === '' && !settings.dry_run)
    throw new UsageError('review import records who looked at the texts: --reviewer NAME.')
  const rows: PlacedRow[] = []
  for (const name of names) rows.push(...(await rowsIn(name, working)))
  const opened = await openSyncProject(working, [], [])
  if (settings.dry_run) return await importRows(invocation, opened, { rows, reviewer, work: '' })
  const work = await workFolder(opened.folder)
  return await asOnlyRun(work, async () => {
    // Another run may have ended since the lock was read.
    const now = await openSyncProject(working, [], [])
    return await importRows(invocation, now, { rows, reviewer, work })
  })
}

/** @throws {UsageError} nothing can be taken from the file */
async function rowsIn(name: string, working: string): Promise<readonly PlacedRow[]> {
  const unusable = (why: string) => new UsageError(`${visible(name, 300)} cannot be used, and nothing was done: ${why}`)
  try {
    const bytes = await exchangeBytes(path.resolve(working, name))
    const rows = await kindOfBytes(bytes).read(bytes)
    if (rows.length > 0 && rows.every(({ id }) => readRowId(id) === undefined))
      throw unusable('none of its texts has an id of review export. Is it a file of another program?')
    return rows.map(row => ({ ...row, file: name }))
  } catch (error) {
    if (error instanceof TermFileFault || error instanceof ReviewFileFault) throw unusable(error.message)
    throw error
  }
}

interface Import {
  readonly rows: readonly PlacedRow[]
  readonly reviewer: string
  readonly work: string
}

async function importRows(
  invocation: Invocation,
  project: OpenedProject,
  { rows, reviewer, work }: Import,
): Promise<ExitStatus> {
  const { settings, stdout, stderr } = invocation
  refuseConflict(project)
  for (const line of projectWarnings(project)) stderr.write(`${line}\n`)
  const opened = await withUnfinished(project)
  const found = await planOpened(opened)
  for (const { path: file, words } of found.problems)
    stderr.write(`${visible(file, 300)}: nothing is taken for it: ${visible(words, 400)}\n`)
  const returned = planReturned(found.pairs, rows, { all: settings.all, reviewer })
  const moment = Date.now()
  const date = new Date(moment).toISOString().slice(0, 'YYYY-MM-DD'.length)
  const taking = await takingOf(returned.taken, { who: 'reviewer', name: reviewer, date })
  const plan: ImportPlan = { returned, taking, reviewer, left: [...returned.left, ...taking.left] }
  for (const line of leftLines(plan)) stderr.write(`${line}\n`)
  if (!settings.json)
    stdout.write(
      importLines(plan)
        .map(line => `${line}\n`)
        .join(''),
    )
  const isAgreed = taking.taken.length > 0 && !settings.dry_run && (await agreed(plan, invocation))
  const written = isAgreed
    ? await writeAll(opened, { pairs: taking.pairs, problems: [] }, taking.put, { work, moment })
    : []
  return end(invocation, plan, written, isAgreed)
}

function end(
  { settings, stdout, stderr }: Invocation,
  plan: ImportPlan,
  written: readonly PairOutcome[],
  isAgreed: boolean,
): ExitStatus {
  if (settings.json) stdout.write(`${JSON.stringify(importJson(plan, written))}\n`)
  for (const { plan: pair, error } of written)
    if (error !== null) stderr.write(`${visible(pair.path, 300)}: ${visible(error, 400)}\n`)
  if (isAgreed && !settings.json) stdout.write('Recorded. sync --undo takes it back.\n')
  const isRefused = plan.taking.taken.length > 0 && !isAgreed && !settings.dry_run
  return plan.left.length > 0 || isRefused || written.some(({ error }) => error !== null) ? 1 : 0
}

/** Whether it may be written: with `--yes`, or by an answer. @throws {UsageError} there is nobody to ask */
async function agreed(plan: ImportPlan, { settings, operands, stderr }: Invocation): Promise<boolean> {
  if (settings.yes) return true
  if (settings.json || process.stdin.isTTY !== true) {
    const words = ['review', ...operands, '--reviewer', plan.reviewer, ...(settings.all ? ['--all'] : []), '--yes']
    const command = [ownCommand(), ...words.map(word => shellWord(word))].join(' ')
    throw new UsageError(`Nothing was written. There is no terminal to ask: \`${command}\` writes it.`)
  }
  const stopping = new AbortController()
  const forget = onSignal(() => stopping.abort())
  const answer = await askYesNo(importQuestion(plan), process.stdin, stderr, { signal: stopping.signal })
  forget()
  if (answer !== true) stderr.write('Nothing was written.\n')
  return answer === true
}
