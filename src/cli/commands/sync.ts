import path from 'node:path'
import { visible } from '../../mcp/render/data.ts'
import { counted } from '../../mcp/render/numbers.ts'
import { LOCAL } from '../../mcp/server.ts'
import type { SyncWishes } from '../../sync/pair-plan.ts'
import { isInStep, type ProjectPlan, planProject } from '../../sync/plan.ts'
import { keyMatcher } from '../../sync/project/key-rules.ts'
import type { ExitStatus, Invocation } from '../command.ts'
import { composeServer } from '../compose.ts'
import { onSignal } from '../ending.ts'
import { createPlainLog } from '../report.ts'
import { undoRun } from '../sync/history.ts'
import { asOnlyRun } from '../sync/one-run.ts'
import { lockText, type OpenedProject, openSyncProject, readerIn } from '../sync/open.ts'
import { countsOf, planSummary, stateLines } from '../sync/report.ts'
import {
  forgetFetched,
  type PairOutcome,
  readTranslated,
  type TranslatedTexts,
  type WrittenDeltas,
  writeAll,
  writeDeltas,
} from '../sync/run.ts'
import { withUnfinished } from '../sync/unfinished.ts'
import { workFolder } from '../sync/work-folder.ts'
import { requireCaps } from '../translate/caps.ts'
import type { FileOutcome } from '../translate/outcome.ts'
import { askYesNo } from '../translate/question.ts'
import { openToolSession } from '../translate/session.ts'
import { runWorkflow } from '../translate/workflow.ts'
import { UsageError } from '../usage.ts'
import { refuseAssistant, refuseUnasked, refuseYes } from './translate.ts'

/** Brings the translations of a repository in step with their sources: what changed is translated, and no word of a person is touched. */
export async function sync(invocation: Invocation): Promise<ExitStatus> {
  const { settings, operands } = invocation
  const targets = settings.to.flatMap(part => part.split(/[\s,]+/).filter(Boolean))
  if (settings.undo && (settings.accept.length > 0 || settings.keys.length > 0 || settings.prune))
    throw new UsageError('sync --undo takes back the last run, and nothing else with it.')
  const opened = await openSyncProject(operands, targets)
  if (settings.dry_run && !settings.undo) return await syncOpened(invocation, opened, '')
  const work = await workFolder(opened.folder)
  return await asOnlyRun(work, async () => {
    if (settings.undo) return await undo(opened, work, invocation)
    // Another run may have ended since the lock was read.
    const isSame = (await lockText(opened.folder)) === opened.lock_text
    return await syncOpened(invocation, isSame ? opened : await openSyncProject(operands, targets), work)
  })
}

async function syncOpened(invocation: Invocation, project: OpenedProject, work: string): Promise<ExitStatus> {
  const { settings, stdout } = invocation
  const [conflict] = project.pairing.conflicts
  if (conflict !== undefined) throw new UsageError(`Nothing was done: ${conflict.words}`)
  const opened = await withUnfinished(project)
  const plan = await planProject({ ...opened, wishes: wishesIn(settings), read: readerIn(opened.folder) })
  const lines = [...stateLines(plan), ...planSummary(plan)]
  if (!settings.json) stdout.write(lines.map(line => `${line}\n`).join(''))
  if (settings.dry_run) return end(invocation, plan, [], [])
  refuseYes(settings)
  const deltas = await writeDeltas(opened, plan, { work, engine: settings.engine })
  const { outcomes, translated } = await translateAll(invocation, deltas, work)
  const moment = Date.now()
  const written = await writeAll(opened, plan, translated, { work, moment })
  if (written.every(({ error }) => error === null)) await forgetFetched(deltas)
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

/** Has the texts of deltas translated, after one question. Starts nothing where it asks for none. */
async function translateAll(
  { settings, env, stderr, clock }: Invocation,
  deltas: WrittenDeltas,
  work: string,
): Promise<Came> {
  if (deltas.order.files.length === 0) return { outcomes: [], translated: await readTranslated([], deltas) }
  refuseAssistant(settings)
  const log = createPlainLog(stderr, settings)
  const named = [...deltas.order.files.map(file => path.dirname(file)), work]
  const { parts, close } = composeServer(settings, { env, stderr, named, log, busy: true, clock })
  const stopping = new AbortController()
  onSignal(() => stopping.abort())
  const session = await openToolSession(parts)
  try {
    const outcomes = await runWorkflow({
      session,
      order: deltas.order,
      overwrite: true,
      unread: settings.yes,
      written: parts.written,
      folder: path.join(work, 'fetched'),
      stderr,
      signal: stopping.signal,
      caps: settings,
      agree: async (question, total, batches) => {
        refuseUnasked(settings, process.stdin.isTTY === true)
        if (settings.yes) requireCaps(total, settings)
        const { signal } = stopping
        const answer = settings.yes || (await askYesNo(question, process.stdin, stderr, { signal, sample: false }))
        const agreed = signal.aborted ? false : answer
        const asked = { name: '', principal: LOCAL, batches, lines: [], member_id: undefined }
        if (agreed === false) await parts.ways?.questions.decline(asked, 'terminal')
        return agreed
      },
      finished: () => {},
    })
    return { outcomes, translated: await readTranslated(outcomes, deltas) }
  } finally {
    await session.close()
    await close()
  }
}

/** Says what became of all files. Exit status 1 where a file failed, 3 where texts that were asked for have no translation. */
function end(
  { settings, stdout, stderr }: Invocation,
  plan: ProjectPlan,
  batches: readonly FileOutcome[],
  written: readonly PairOutcome[],
): ExitStatus {
  const failures = [
    ...written.flatMap(({ plan: { path: file }, error }) => (error === null ? [] : [`${file}: ${error}`])),
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
    for (const {
      plan: { path: file },
      written: count,
    } of written)
      if (count > 0) stdout.write(`${visible(file, 300)}: ${counted(count, 'text')} written\n`)
    if (isInStep(plan) && plan.problems.length === 0) stdout.write('All translations are in step.\n')
  }
  for (const line of failures) stderr.write(`${visible(line, 600)}\n`)
  if (failures.length > 0 || plan.problems.length > 0 || batches.some(({ error }) => error !== null)) return 1
  return open.length > 0 ? 3 : 0
}

async function undo({ folder }: OpenedProject, work: string, { stdout }: Invocation): Promise<ExitStatus> {
  const files = await undoRun(work, folder)
  if (files === undefined) {
    stdout.write('There is no run to take back.\n')
    return 1
  }
  for (const { path: file, undone } of files)
    stdout.write(`${visible(file, 300)}: ${undone ? 'as it was before' : 'changed since, so it stays as it is'}\n`)
  return files.every(({ undone }) => undone) ? 0 : 1
}
