import path from 'node:path'
import { visible } from '../../mcp/render/data.ts'
import { counted } from '../../mcp/render/numbers.ts'
import {
  type DeltaFile,
  endDeltas,
  FETCHED_TEMPLATE,
  readTranslated,
  type TranslatedTexts,
  type WrittenDeltas,
  writeDeltas,
} from '../../sync/disk/deltas.ts'
import { forgetEnded } from '../../sync/disk/forgetting.ts'
import { undoRun } from '../../sync/disk/history.ts'
import { asOnlyRun } from '../../sync/disk/one-run.ts'
import { lockText, type OpenedProject, openSyncProject } from '../../sync/disk/open.ts'
import { planOpened } from '../../sync/disk/plan-opened.ts'
import { withUnfinished } from '../../sync/disk/unfinished.ts'
import { projectWarnings, refuseConflict, refuseUnknownKeys } from '../../sync/disk/warnings.ts'
import { repositoryOf, workFolder } from '../../sync/disk/work-folder.ts'
import { type PairOutcome, writeAll } from '../../sync/disk/write-all.ts'
import type { SyncWishes } from '../../sync/pair-plan.ts'
import { isInStep, type ProjectPlan } from '../../sync/plan.ts'
import { keyMatcher } from '../../sync/project/key-rules.ts'
import { PROJECT_FILE } from '../../sync/project/project-file.ts'
import { projectFoldersAbove } from '../../sync/project/walk.ts'
import { countsOf } from '../../sync/states.ts'
import { translationShown } from '../../sync/together.ts'
import type { ExitStatus, Invocation } from '../command.ts'
import { listedIn } from '../listed.ts'
import { paintFor } from '../paint.ts'
import { keysText, planSummary, stateLines } from '../sync/report.ts'
import type { Unattended } from '../translate/at-terminal.ts'
import { startThreadEarly } from '../translate/early-thread.ts'
import type { Order } from '../translate/operands.ts'
import type { FileOutcome } from '../translate/outcome.ts'
import { UsageError } from '../usage.ts'

/** Brings the translations of a repository in step with their sources: what changed is translated, and no word of a person is touched. */
export async function sync(invocation: Invocation): Promise<ExitStatus> {
  const { settings, operands, working } = invocation
  const targets = listedIn(settings.to)
  if (settings.undo && (settings.accept.length > 0 || settings.keys.length > 0 || settings.prune))
    throw new UsageError('sync --undo takes back the last run, and nothing else with it.')
  if (settings.undo) return await undo(invocation)
  const opened = await openSyncProject(working, operands, targets)
  if (settings.dry_run) return await syncOpened(invocation, opened, '')
  const work = await workFolder(opened.folder)
  return await asOnlyRun(work, async () => {
    // Another run may have ended since the lock was read.
    const isSame = (await lockText(opened.folder)) === opened.lock_text
    return await syncOpened(invocation, isSame ? opened : await openSyncProject(working, operands, targets), work)
  })
}

/** One run of a command that asks nobody. @throws {SyncBusy} another is at work */
export async function syncUnattended(invocation: Invocation, unattended: Unattended): Promise<ExitStatus> {
  const { settings, operands, working } = invocation
  const targets = listedIn(settings.to)
  const { folder } = await openSyncProject(working, operands, targets)
  const work = await workFolder(folder)
  return await asOnlyRun(work, async () => {
    const opened = await openSyncProject(working, operands, targets)
    return await syncOpened(invocation, opened, work, unattended)
  })
}

async function syncOpened(
  invocation: Invocation,
  project: OpenedProject,
  work: string,
  unattended?: Unattended,
): Promise<ExitStatus> {
  const { settings, env, stdout, stderr } = invocation
  refuseConflict(project)
  for (const line of projectWarnings(project)) stderr.write(`${line}\n`)
  const opened = await withUnfinished(project)
  const plan = await planOpened(opened, { wishes: wishesIn(settings), tries: true })
  refuseUnknownKeys(plan, settings)
  const lines = [...stateLines(plan, paintFor(stdout, env)), ...planSummary(plan)]
  if (!settings.json) stdout.write(lines.map(line => `${line}\n`).join(''))
  if (settings.dry_run) return end(invocation, plan, [], [])
  await forgetEnded(work, Date.now())
  const deltas = await writeDeltas(opened, plan, { work, engine: settings.engine })
  const { outcomes, translated } = await translateAll(invocation, { opened, plan, deltas, work }, unattended)
  // A no, or a service that is away, leaves all as it was: nobody is to find out afterwards which part of a run took place.
  if (translated.size === 0 && plan.pairs.some(({ asked }) => asked.size > 0)) {
    stderr.write('Nothing was written.\n')
    return end(invocation, plan, outcomes, [])
  }
  const moment = Date.now()
  const written = await writeAll(opened, plan, translated, { work, moment })
  if (written.every(({ error }) => error === null)) await endDeltas(deltas)
  return end(invocation, plan, outcomes, written)
}

function wishesIn({ keys, accept, prune }: Invocation['settings']): SyncWishes {
  return {
    keys: keys.length === 0 ? undefined : keyMatcher(keys),
    named: new Set(keys.filter(key => !key.includes('*'))),
    accepts: keyMatcher(accept),
    prune,
  }
}

interface Came {
  readonly outcomes: readonly FileOutcome[]
  readonly translated: TranslatedTexts
}

interface Translating {
  readonly opened: OpenedProject
  readonly plan: ProjectPlan
  readonly deltas: WrittenDeltas
  readonly work: string
}

/** Has the texts of deltas translated, after one question. Starts nothing where it asks for none. */
async function translateAll(
  given: Invocation,
  project: Translating,
  unattended: Unattended | undefined,
): Promise<Came> {
  const { deltas, work } = project
  const { to_translate } = deltas
  if (to_translate.length === 0) return { outcomes: [], translated: await readTranslated([], deltas) }
  // Nothing of the service is loaded where all is in step.
  const [{ refuseAssistant, refuseYes }, { readyEngine }] = await Promise.all([
    import('./translate.ts'),
    import('../engines/ready.ts'),
  ])
  refuseYes(given.settings)
  refuseAssistant(given.settings)
  const languages = to_translate.flatMap(({ target_languages }) => target_languages)
  const wanted = { languages, places: to_translate.map(({ file }) => file) }
  const invocation = { ...given, settings: await readyEngine(given, wanted, { asks: unattended === undefined }) }
  await startThreadEarly(invocation.settings)
  const [{ learnAtTerminal }, { translateAtTerminal }] = await Promise.all([
    import('../sync/learn-at-terminal.ts'),
    import('../translate/at-terminal.ts'),
  ])
  if (deltas.places > 0) invocation.stderr.write(`With ${counted(deltas.places, 'place')} in the code.\n`)
  await learnAtTerminal(invocation, project)
  const { outcomes } = await translateAtTerminal(invocation, {
    order: orderFor(to_translate),
    overwrite: true,
    folder: path.join(work, 'fetched'),
    named: [...to_translate.map(({ file }) => path.dirname(file)), work],
    samples: false,
    unattended,
    finished: () => {},
  })
  const fetched = outcomes.flatMap(({ saved, quality }) =>
    saved.map(place => ({ ...place, kept: (quality?.kept_source ?? 0) > 0 })),
  )
  return { outcomes, translated: await readTranslated(fetched, deltas) }
}

/** What is asked of the service: each delta with wishes of its own, and shown under the name of its source. */
function orderFor(deltas: readonly DeltaFile[]): Order {
  const each = new Map(
    deltas.map(({ file, source_path: shown, instruction, source_language, target_languages }) => {
      const wishes = { source_language, target_languages, ...(instruction !== undefined && { instruction }) }
      return [file, { shown, wishes }]
    }),
  )
  return { files: [...each.keys()], wishes: {}, template: FETCHED_TEMPLATE, each, apart: true, said_in: PROJECT_FILE }
}

/** Says what became of all files. Exit status 1 where a file failed, 3 where texts that were asked for have no translation. */
function end(
  { settings, env, stdout, stderr }: Invocation,
  plan: ProjectPlan,
  batches: readonly FileOutcome[],
  written: readonly PairOutcome[],
): ExitStatus {
  const failures = [
    ...written.flatMap(({ plan: pair, error }) => (error === null ? [] : [`${translationShown(pair)}: ${error}`])),
  ]
  const open = settings.dry_run ? [] : written.flatMap(({ open }) => open)
  if (settings.json) {
    const files = plan.pairs.map(pair => {
      const outcome = written.find(({ plan: own }) => own === pair)
      const { source_path: source, path: file, language, states, asked, words } = pair
      const now = { written: outcome?.written ?? 0, open: outcome?.open ?? [], error: outcome?.error ?? null }
      return { source, path: file, language, states: countsOf(states), to_translate: asked.size, words, ...now }
    })
    stdout.write(`${JSON.stringify({ files, problems: plan.problems, batches })}\n`)
  } else {
    for (const { plan: pair, written: count } of written)
      if (count > 0) stdout.write(`${visible(translationShown(pair), 300)}: ${counted(count, 'text')} written\n`)
    const good = (words: string) => paintFor(stdout, env)('good', words)
    if (isInStep(plan))
      stdout.write(isDone(plan) ? `${good('All translations are in step.')}\n` : 'Nothing else to do.\n')
  }
  for (const { plan: pair, open: keys, error } of settings.dry_run ? [] : written)
    if (keys.length > 0 && error === null)
      failures.push(`${translationShown(pair)}: no translation came for ${keysText(keys)}`)
  const paint = paintFor(stderr, env, settings.json)
  for (const line of failures) stderr.write(`${paint('bad', visible(line, 600))}\n`)
  if (
    written.some(({ error }) => error !== null) ||
    plan.problems.length > 0 ||
    batches.some(({ error }) => error !== null)
  )
    return 1
  return open.length > 0 ? 3 : 0
}

/** Whether nothing is left to a person either. */
function isDone({ pairs, problems }: ProjectPlan): boolean {
  const done = pairs.every(({ states }) => states.every(({ state }) => state === 'current' || state === 'edited'))
  return done && problems.length === 0
}

/** Takes back the newest run. A project file is not needed: an assistant may have worked without one, and a broken one is no obstacle. */
async function undo({ working, operands, stdout }: Invocation): Promise<ExitStatus> {
  const root = await repositoryOf(working)
  const [folder = root] = await projectFoldersAbove(path.resolve(working, operands[0] ?? '.'), root)
  const work = await workFolder(folder)
  const files = await asOnlyRun(work, () => undoRun(work, folder))
  if (files === undefined) {
    stdout.write('There is no run to take back.\n')
    return 1
  }
  for (const { path: file, undone } of files) stdout.write(`${visible(file, 300)}: ${UNDONE[`${undone}`]}\n`)
  return files.every(({ undone }) => undone === true) ? 0 : 1
}

const UNDONE = {
  true: 'as it was before',
  in_part: 'as it was before, for the files that are',
  false: 'changed since, so it stays as it is',
} as const
