import { systemCodeOf } from '../../contract/system-errors.ts'
import { broken, type Check, type Finding, type Found } from './finding.ts'

/** Told of each finding in the order of the checks, as soon as it and all before it are there; and of what is still looked at. */
export interface Listener {
  found(finding: Finding): void
  waitingFor(names: readonly string[]): void
}

export interface Outcome {
  readonly findings: readonly Finding[]
  /** True where a look was given up: it may still hold the process. */
  readonly hung: boolean
}

/** Looks at everything at once. One look that fails or hangs stands by itself. */
export async function runChecks<Given>(
  checks: readonly Check<Given>[],
  given: Given,
  { found, waitingFor }: Listener,
): Promise<Outcome> {
  const ready = new Map<string, Finding>()
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

async function lookInTime<Given>({ look, patience_ms }: Check<Given>, given: Given): Promise<Found | 'hung'> {
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
function failed(error: unknown): Found {
  const code = systemCodeOf(error)
  const why = error instanceof Error ? error.message : 'the reason is not known'
  return broken(
    `This could not be looked at: ${why}${code === undefined || why.includes(code) ? '' : ` (${code})`}`,
    'Mend what the message names and do this again.',
  )
}

function givenUp({ name, patience_ms }: Pick<Check<unknown>, 'name' | 'patience_ms'>): Found {
  return broken(
    `This gave no answer within ${patience_ms / 1000} seconds.`,
    `Something there hangs, such as a disk of the network. translation-mcp doctor ${name} looks once more.`,
  )
}
