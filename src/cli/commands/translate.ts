import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { withCodes } from '../../contract/hidden.ts'
import { LOCAL } from '../../mcp/server.ts'
import { aboutEngine } from '../../service/engine/configured.ts'
import { ENGINES } from '../../service/engine/engines.ts'
import type { ExitStatus, Invocation } from '../command.ts'
import { composeServer } from '../compose.ts'
import { onSignal } from '../ending.ts'
import { createPlainLog } from '../report.ts'
import type { Settings } from '../settings.ts'
import { requireCaps } from '../translate/caps.ts'
import { readOrder } from '../translate/operands.ts'
import { type FileOutcome, statusOf } from '../translate/outcome.ts'
import { askYesNo } from '../translate/question.ts'
import { openToolSession } from '../translate/session.ts'
import { runWorkflow } from '../translate/workflow.ts'
import { UsageError } from '../usage.ts'

/** Translates files with the tools and the consent that an assistant also uses. Prints the paths of the results, or JSON. */
export async function translate({ settings, operands, env, stdout, stderr, clock }: Invocation): Promise<ExitStatus> {
  const order = readOrder(operands, settings)
  refuseYes(settings)
  refuseAssistant(settings)
  const folder = path.join(tmpdir(), `translation-mcp-${randomUUID()}`)
  const named = [...order.files.map(file => path.dirname(path.resolve(file))), folder]
  const log = createPlainLog(stderr, settings)
  const paused = (ms: number) => stderr.write(`${PAUSED} ${Math.ceil(ms / 1000)} s.\n`)
  const { parts, close } = composeServer(settings, { env, stderr, named, log, busy: true, paused, clock })
  const stopping = new AbortController()
  onSignal(() => stopping.abort())
  const session = await openToolSession(parts)
  try {
    const outcomes = await runWorkflow({
      session,
      order,
      overwrite: settings.overwrite,
      unread: settings.yes,
      written: parts.written,
      folder,
      stderr,
      signal: stopping.signal,
      caps: settings,
      agree: async (question, total, batches, sample) => {
        refuseUnasked(settings, process.stdin.isTTY === true)
        if (settings.yes) requireCaps(total, settings)
        const { signal } = stopping
        const answer = settings.yes || (await askYesNo(question, process.stdin, stderr, { signal, sample }))
        const agreed = signal.aborted ? false : answer
        // Her no also ends what an assistant asked about the same translations.
        const asked = { name: '', principal: LOCAL, batches, lines: [], member_id: undefined }
        if (agreed === false) await parts.ways?.questions.decline(asked, 'terminal')
        return agreed
      },
      finished: outcome => {
        if (!settings.json) stdout.write(pathsOf(outcome, process.stdout.isTTY === true))
      },
    })
    if (settings.json) stdout.write(`${JSON.stringify({ files: outcomes })}\n`)
    if (stopping.signal.aborted) stderr.write(STOPPED)
    return statusOf(outcomes, settings)
  } finally {
    await session.close()
    await close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Checks that `--yes` is allowed. @throws {UsageError} with `--consent=required` only a person may agree */
export function refuseYes({ yes, consent }: Pick<Settings, 'yes' | 'consent'>): void {
  if (!yes || consent !== 'required') return
  throw new UsageError(
    '--yes is refused: --consent=required (TRANSLATION_CONSENT) lets only a person at a terminal agree to spend.',
  )
}

/**
 * Checks that an engine is named that can translate here, where no assistant calls.
 *
 * @throws {UsageError} the engine is the caller's own model
 */
export function refuseAssistant({ api_url, engine }: Pick<Settings, 'api_url' | 'engine'>): void {
  const named = aboutEngine(engine)
  if (api_url !== undefined || named?.by_caller !== true) return
  const others = ENGINES.flatMap(({ name, by_caller }) => (by_caller === true ? [] : [name]))
  throw new UsageError(
    `Nothing was made: the engine ${named.name} is the model of an assistant, and no assistant takes part in this command. ` +
      `Name another engine (--engine or TRANSLATION_ENGINE): ${others.join(', ')}; without a name, the first that can be used is taken.`,
  )
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

const STOPPED =
  'Stopped. Approved translations continue when translation-mcp runs next; the same command finds them again and spends nothing twice.\n'

/** The paths of the results, one a line; a file that holds several languages is one path. A program that reads them gets them exactly; a person at a terminal sees what they hide. */
export function pathsOf({ saved }: Pick<FileOutcome, 'saved'>, terminal: boolean): string {
  const lines = new Set(saved.map(({ path: file }) => path.relative('', file)))
  return [...lines].map(line => `${terminal ? withCodes(line) : line}\n`).join('')
}
