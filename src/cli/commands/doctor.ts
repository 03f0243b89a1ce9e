import { linesWithCodes } from '../../contract/hidden.ts'
import type { Invocation } from '../command.ts'
import { lastAssistant } from '../doctor/assistant.ts'
import { CHECK_NAMES, DOCTOR_CHECKS } from '../doctor/checks.ts'
import type { NamedDiagnosis } from '../doctor/diagnosis.ts'
import { examinedOf } from '../doctor/examined.ts'
import { findingLines, summary } from '../doctor/report.ts'
import { runChecks } from '../doctor/run-checks.ts'
import { secretsOut } from '../doctor/secrets.ts'
import { namingFolder } from '../naming-folder.ts'
import { canRedraw } from '../paint.ts'
import { nearest, UsageError } from '../usage.ts'
import { VERSION } from '../version.ts'

/** What a process may still take after the last line, where a look was given up and holds it. In milliseconds. */
const LAST_MS = 500

/**
 * Looks at everything that has to be well, or at what the operands name, and says what to do where it is not. Nothing is changed, made or
 * migrated. Exit status 1 where something is broken.
 *
 * @throws {UsageError} an operand names no check
 */
export async function doctor(invocation: Invocation): Promise<0 | 1> {
  const { settings, operands, env, stdout, stderr, clock } = invocation
  const checks = DOCTOR_CHECKS.filter(({ name }) => operands.length === 0 || chosenIn(operands).includes(name))
  const examined = examinedOf({ ...invocation, clock: clock?.now })
  const without = secretsOut(env)
  const clean = ({ said, remedy, ...facts }: NamedDiagnosis): NamedDiagnosis => ({
    ...{ ...facts, said: without(said) },
    ...(remedy !== undefined && { remedy: namingFolder(without(remedy), settings) }),
  })
  const progress = createProgress(stderr, canRedraw(stderr, env))
  const colours = canRedraw(stdout, env) && !env.NO_COLOR
  const { findings, hung } = await runChecks(checks, examined, {
    found: finding => {
      progress.clear()
      if (!settings.json) stdout.write(findingLines(clean(finding), colours))
    },
    waitingFor: names => progress.show(names),
  })
  progress.clear()
  const told = findings.map(clean)
  const isBroken = told.some(({ state }) => state === 'broken')
  if (settings.json) {
    const assistant = (await lastAssistant(examined)) ?? null
    const facts = { version: VERSION, well: !isBroken, findings: told.map(inJson), assistant }
    // Text by text: what is taken out may not reach from one field into the next.
    const shown = (_: string, value: unknown) => (typeof value === 'string' ? linesWithCodes(without(value)) : value)
    stdout.write(`${JSON.stringify(facts, shown)}\n`)
  } else stdout.write(`\n${summary(told)}\n`)
  const code = isBroken ? 1 : 0
  if (hung) setTimeout(() => process.exit(code), LAST_MS).unref()
  return code
}

function chosenIn(operands: readonly string[]): readonly string[] {
  const unknown = operands.find(word => !CHECK_NAMES.includes(word))
  if (unknown === undefined) return operands
  const near = nearest(unknown, CHECK_NAMES)
  const hint = near === undefined ? `It looks at: ${CHECK_NAMES.join(', ')}.` : `Did you mean ${near}?`
  throw new UsageError(`doctor does not look at "${unknown}". ${hint}`)
}

/** The same fields for every finding: `remedy` is null where nothing has to be done. */
function inJson({ name, state, said, remedy }: NamedDiagnosis) {
  return { name, state, said, remedy: remedy ?? null }
}

type Screen = Invocation['stderr'] & { readonly isTTY?: boolean; readonly columns?: number }

/** A row at a terminal that says what is still looked at. */
function createProgress(stderr: Screen, isShown: boolean) {
  return {
    show(names: readonly string[]) {
      if (!isShown || names.length === 0) return
      const row = `Looking at ${names.join(', ')} …`
      stderr.write(`\r\x1b[2K${row.slice(0, Math.max(20, (stderr.columns ?? 80) - 1))}`)
    },
    clear: () => void (isShown && stderr.write('\r\x1b[2K')),
  }
}
