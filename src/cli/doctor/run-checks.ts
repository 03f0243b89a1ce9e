import { systemCodeOf } from '../../contract/system-errors.ts'
import { asBroken, type Diagnosis, type DoctorCheck, type NamedDiagnosis } from './diagnosis.ts'

/** Told of each finding in the order of the checks, as soon as it and all before it are there; and of what is still looked at. */
export interface Listener {
  found(finding: NamedDiagnosis): void
  waitingFor(names: readonly string[]): void
}

export interface CheckUp {
  readonly findings: readonly NamedDiagnosis[]
  /** True where a look was given up: it may still hold the process. */
  readonly hung: boolean
}

/** Looks at everything at once. One look that fails or hangs stands by itself. */
export async function runChecks<Given>(
  checks: readonly DoctorCheck<Given>[],
  given: Given,
  { found, waitingFor }: Listener,
): Promise<CheckUp> {
  const ready = new Map<string, NamedDiagnosis>()
  let told = 0
  let hung = false
  const tell = () => {
    for (let next = checks[told]; next !== undefined; next = checks[told]) {
      const finding = ready.get(next.name)
      if (finding === undefined) break
      found(finding)
      told += 1
    }
    waitingFor(checks.filter(({ name }) => !ready.has(name)).map(({ name }) => name))
  }
  tell()
  await Promise.all(
    checks.map(async check => {
      const seen = await lookInTime(check, given)
      if (seen === 'hung') hung = true
      ready.set(check.name, { name: check.name, ...(seen === 'hung' ? givenUp(check) : seen) })
      tell()
    }),
  )
  return { findings: checks.flatMap(({ name }) => ready.get(name) ?? []), hung }
}

async function lookInTime<Given>({ look, patience_ms }: DoctorCheck<Given>, given: Given): Promise<Diagnosis | 'hung'> {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'hung'>(resolve => {
    timer = setTimeout(() => resolve('hung'), patience_ms)
  })
  try {
    return await Promise.race([look(given, stopping.signal).catch(failed), late])
  } finally {
    clearTimeout(timer)
    stopping.abort()
  }
}

/** A failure that no look has put into words. */
function failed(error: unknown): Diagnosis {
  const code = systemCodeOf(error)
  const why = error instanceof Error ? error.message : 'the reason is not known'
  return asBroken(
    `This could not be looked at: ${why}${code === undefined || why.includes(code) ? '' : ` (${code})`}`,
    'Mend what the message names and do this again.',
  )
}

function givenUp({ name, patience_ms }: Pick<DoctorCheck<unknown>, 'name' | 'patience_ms'>): Diagnosis {
  return asBroken(
    `This gave no answer within ${patience_ms / 1000} seconds.`,
    `Something there hangs, such as a disk of the network. translation-mcp doctor ${name} looks once more.`,
  )
}
