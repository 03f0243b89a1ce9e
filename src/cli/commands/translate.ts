import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Invocation } from '../command.ts'
import { composeServer } from '../compose.ts'
import { onSignal } from '../ending.ts'
import { createPlainLog } from '../report.ts'
import type { Settings } from '../settings.ts'
import { readOrder } from '../translate/operands.ts'
import type { FileOutcome } from '../translate/outcome.ts'
import { askYesNo } from '../translate/question.ts'
import { openToolSession } from '../translate/session.ts'
import { runWorkflow } from '../translate/workflow.ts'
import { UsageError } from '../usage.ts'

/** Translates files with the tools and the consent that an assistant also uses. Prints the paths of the results, or JSON. */
export async function translate({ settings, operands, env, stdout, stderr }: Invocation): Promise<0 | 1> {
  const order = readOrder(operands, settings)
  refuseYes(settings)
  const folder = path.join(tmpdir(), `translation-mcp-${randomUUID()}`)
  const named = [...order.files.map(file => path.dirname(path.resolve(file))), folder]
  const { parts, close } = composeServer(settings, { env, stderr, named, log: createPlainLog(stderr, settings) })
  const stopping = new AbortController()
  onSignal(() => stopping.abort())
  let agreed = false
  const session = await openToolSession(parts, () => agreed)
  try {
    const outcomes = await runWorkflow({
      session,
      order,
      overwrite: settings.overwrite,
      folder,
      stderr,
      signal: stopping.signal,
      refuseUnasked: () => refuseUnasked(settings, process.stdin.isTTY === true),
      agree: async question => {
        const yes = settings.yes || (await askYesNo(question, process.stdin, stderr, stopping.signal))
        agreed = yes && !stopping.signal.aborted
        return agreed
      },
      finished: outcome => {
        if (!settings.json) stdout.write(pathsOf(outcome))
      },
    })
    if (settings.json) stdout.write(`${JSON.stringify({ files: outcomes })}\n`)
    if (stopping.signal.aborted) stderr.write(STOPPED)
    return outcomes.every(({ error }) => error === null) ? 0 : 1
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

/** Checks that somebody can agree to spend: a person at a terminal, or `--yes`. @throws {UsageError} neither is there */
export function refuseUnasked({ yes, consent }: Pick<Settings, 'yes' | 'consent'>, terminal: boolean): void {
  if (yes || terminal) return
  const way = consent === 'required' ? 'run this at one.' : '--yes spends the credits without asking.'
  throw new UsageError(`Nothing was spent. There is no terminal to ask for consent: ${way}`)
}

const STOPPED =
  'Stopped. Approved translations continue when translation-mcp runs next; the same command finds them again and spends nothing twice.\n'

function pathsOf({ saved }: FileOutcome): string {
  return saved.map(({ path: file }) => `${path.relative('', file)}\n`).join('')
}
