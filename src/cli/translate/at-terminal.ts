import type { Amount } from '../../mcp/consent/amount.ts'
import { LOCAL } from '../../mcp/server.ts'
import type { Invocation } from '../command.ts'
import { composeServer } from '../compose.ts'
import { onSignal } from '../ending.ts'
import { canRedraw, paintFor } from '../paint.ts'
import { createPlainLog } from '../report.ts'
import type { Settings } from '../settings.ts'
import { UsageError } from '../usage.ts'
import { requireCaps } from './caps.ts'
import type { FileOutcome } from './outcome.ts'
import { askYesNo } from './question.ts'
import type { Workflow } from './run-parts.ts'
import { openToolSession } from './session.ts'
import { runWorkflow } from './workflow.ts'

/** What a command has translated. */
export interface AtTerminal extends Pick<Workflow, 'order' | 'overwrite' | 'folder' | 'finished' | 'leftAside'> {
  /** Folders that the tools may read and write. */
  readonly named: readonly string[]
  /** False where nobody is offered a sample before she agrees. */
  readonly samples: boolean
  /** See Unattended. */
  readonly unattended?: Unattended | undefined
}

/** A command that asks nobody, run after run, as `--yes` does. */
export interface Unattended {
  /** Its name. */
  readonly command: string
  /** What was agreed to in its earlier runs: the caps are for all of them together. */
  readonly agreed: Map<string, readonly Amount[]>
}

/**
 * Has files translated by the tools of this program, with the person at the terminal, or `--yes`, to agree to what it costs. `stopped`: a signal
 * ended it.
 */
export async function translateAtTerminal(
  { settings, env, stderr, clock }: Invocation,
  { named, samples, unattended, ...flow }: AtTerminal,
): Promise<{ readonly outcomes: readonly FileOutcome[]; readonly stopped: boolean }> {
  const log = createPlainLog(stderr, settings, canRedraw(stderr, env))
  const paused = (ms: number) => stderr.write(`${PAUSED} ${Math.ceil(ms / 1000)} s.\n`)
  const { parts, close } = composeServer(settings, { env, stderr, named, log, busy: true, paused, clock })
  const stopping = new AbortController()
  const { signal } = stopping
  const unheard = onSignal(() => stopping.abort())
  const session = await openToolSession(parts)
  try {
    const outcomes = await runWorkflow({
      ...flow,
      session,
      unread: settings.yes || unattended !== undefined,
      agreed: unattended?.agreed,
      written: parts.written,
      folders: parts.folders,
      stderr,
      redraws: canRedraw(stderr, env),
      paint: paintFor(stderr, env, settings.json),
      signal,
      caps: settings,
      agree: async (question, total, batches, sample) => {
        if (unattended !== undefined) return agreesUnattended(total, settings, unattended) && !signal.aborted
        refuseUnasked(settings, process.stdin.isTTY === true)
        if (settings.yes) requireCaps(total, settings, '--yes')
        const asking = { signal, sample: sample && samples }
        const answer = settings.yes || (await askYesNo(question, process.stdin, stderr, asking))
        const agreed = signal.aborted ? false : answer
        // Her no also ends what an assistant asked about the same translations.
        const asked = { name: '', principal: LOCAL, batches, lines: [], member_id: undefined }
        if (agreed === false) await parts.ways?.questions.decline(asked, 'terminal')
        return agreed
      },
    })
    return { outcomes, stopped: signal.aborted }
  } finally {
    unheard()
    await session.close()
    await close()
  }
}

/** True, where it may spend without a person. @throws {UsageError} only a person may agree, or a cap is missing */
function agreesUnattended(total: readonly Amount[], settings: Settings, { command }: Unattended): true {
  if (settings.consent === 'required')
    throw new UsageError(
      `Nothing was spent: --consent=required (TRANSLATION_CONSENT) lets only a person at a terminal agree to spend, and ${command} asks nobody.`,
    )
  requireCaps(total, settings, command)
  return true
}

/** Checks that somebody can agree to spend: a person at a terminal, or `--yes`. @throws {UsageError} neither is there */
export function refuseUnasked({ yes, consent }: Pick<Settings, 'yes' | 'consent'>, terminal: boolean): void {
  if (yes || terminal) return
  const way =
    consent === 'required'
      ? 'run this at one.'
      : '--yes with a cap (--max-credits, --max-characters, --max-tokens or --max-money) spends without asking.'
  throw new UsageError(`Nothing was spent. There is no terminal to ask for consent: ${way}`)
}

const PAUSED = 'The service takes no more requests for now, so this waits'
