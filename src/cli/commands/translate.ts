import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { withCodes } from '../../contract/hidden.ts'
import { aboutEngine } from '../../service/engine/configured.ts'
import { ENGINES } from '../../service/engine/engines.ts'
import type { ExitStatus, Invocation } from '../command.ts'
import { readyEngine } from '../engines/ready.ts'
import type { Settings } from '../settings.ts'
import { translateAtTerminal } from '../translate/at-terminal.ts'
import { startThreadEarly } from '../translate/early-thread.ts'
import { readOrder } from '../translate/operands.ts'
import { type FileOutcome, statusOf } from '../translate/outcome.ts'
import { UsageError } from '../usage.ts'

/** Translates files with the tools and the consent that an assistant also uses. Prints the paths of the results, or JSON. */
export async function translate(given: Invocation): Promise<ExitStatus> {
  const { operands, stdout, stderr } = given
  const order = readOrder(operands, given.settings)
  refuseYes(given.settings)
  refuseAssistant(given.settings)
  const { target_languages: languages = [], instruction } = order.wishes
  const wanted = { languages, instruction, places: [...order.files, ...(order.folders ?? [])] }
  const settings = await readyEngine(given, wanted, { asks: true })
  const invocation = { ...given, settings }
  await startThreadEarly(settings)
  const folder = path.join(tmpdir(), `translation-mcp-${randomUUID()}`)
  const named = [...order.files.map(file => path.dirname(path.resolve(file))), ...(order.folders ?? []), folder]
  const left_aside: string[] = []
  try {
    const { outcomes, stopped } = await translateAtTerminal(invocation, {
      order,
      overwrite: settings.overwrite,
      folder,
      named,
      samples: true,
      leftAside: lines => left_aside.push(...lines),
      finished: outcome => {
        if (!settings.json) stdout.write(pathsOf(outcome, process.stdout.isTTY === true))
      },
    })
    if (settings.json)
      stdout.write(`${JSON.stringify({ files: outcomes, ...(left_aside.length > 0 && { left_aside }) })}\n`)
    if (stopped) stderr.write(STOPPED)
    return statusOf(outcomes, settings)
  } finally {
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

const STOPPED =
  'Stopped. Approved translations continue when translation-mcp runs next; the same command finds them again and spends nothing twice.\n'

/** The paths of the results, one a line; a file that holds several languages is one path. A program that reads them gets them exactly; a person at a terminal sees what they hide. */
export function pathsOf({ saved }: Pick<FileOutcome, 'saved'>, terminal: boolean): string {
  const lines = new Set(saved.map(({ path: file }) => path.relative('', file)))
  return [...lines].map(line => `${terminal ? withCodes(line) : line}\n`).join('')
}
