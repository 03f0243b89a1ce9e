import type { ApiCredential } from '../client/credential.ts'
import { redactor } from '../client/redact.ts'
import { CHECKS } from './checks/checks.ts'
import { openProbe, type Probe } from './probe.ts'
import { accountTold, greeted } from './reached.ts'
import { type ContractCheck, createTrial, lacking, type Trial } from './trial.ts'
import { Ended, type PromiseVerdict } from './verdict.ts'

/** What was found about one promise. */
export interface PromiseFinding {
  readonly id: string
  readonly area: string
  readonly promise: string
  readonly verdict: PromiseVerdict
  /** What was seen, or why it was not tried; empty where the promise is kept. */
  readonly saw: string
  /** The requests that were sent for it, each once, with the status of the answer, as `GET /v1/account 200`. */
  readonly asked: readonly string[]
}

export interface VerifyOptions {
  readonly spend: boolean
  /** Most credits that may be spent. */
  readonly maxCredits: number
  /** Send requests until the service refuses them for their rate. */
  readonly exceedRate?: boolean
  /** A credential of another workspace; undefined where there is none. */
  readonly second?: string | undefined
  /** Called before anything is written at the service. */
  readonly onStart?: () => void
  /** Called with each finding, as soon as it is there. */
  readonly onFinding?: (finding: PromiseFinding) => void
  /** Called with the name of each thing that is made at the service and has to be put away. */
  readonly onMade?: (what: string) => void
  /** Ends the run before the next check; what was made is put away all the same. */
  readonly signal?: AbortSignal
}

/** The outcome of a run. */
export interface Verified {
  readonly findings: readonly PromiseFinding[]
  /** What the suite made and could not remove or archive again. */
  readonly left: readonly string[]
}

/**
 * Tries the promises of the contract at a service, one after the other, and puts away what that made. No text of a finding holds a
 * credential.
 *
 * @throws {Error} where the service cannot be reached, is no API, or refuses a credential; nothing is written then
 */
export async function tryContract(
  to: Pick<ApiCredential, 'baseUrl' | 'credential'>,
  options: VerifyOptions,
): Promise<Verified> {
  const { second, maxCredits, exceedRate = false, signal } = options
  const [own, other] = [redactor(to.credential), redactor(second ?? '')]
  const redact = (text: string) => other(own(text))
  const probe = openProbe(to, signal)
  try {
    const account = accountTold(await greeted(probe, to.baseUrl, redact))
    const known = second === undefined ? undefined : await greeted(probe, to.baseUrl, redact, second)
    const caller = second === undefined ? undefined : { key: second, account: known && accountTold(known) }
    options.onStart?.()
    const afterwards: (() => Promise<string | undefined>)[] = []
    const made: Trial['made'] = (what, putAway) => {
      afterwards.push(putAway)
      options.onMade?.(redact(what))
    }
    const trial = createTrial(probe, { account, own: to.credential, second: caller, maxCredits, exceedRate, made })
    const findings: PromiseFinding[] = []
    const look = async (area: string, checks: readonly ContractCheck[]) => {
      for (const check of checks) {
        if (signal?.aborted) return
        const finding = await found(area, check, trial, options.spend)
        findings.push({ ...finding, saw: redact(finding.saw) })
        options.onFinding?.({ ...finding, saw: redact(finding.saw) })
      }
    }
    const { limits, every, ...areas } = CHECKS
    for (const [area, checks] of Object.entries(areas)) await look(area, checks)
    const left = await probe.outlasting(() => putAll(afterwards))
    await look('limits', limits)
    await look('every answer', every)
    return { findings, left: left.map(redact) }
  } finally {
    await probe.close()
  }
}

/** Puts away what was made, the last first. Gives what is left behind. */
async function putAll(afterwards: readonly (() => Promise<string | undefined>)[]): Promise<string[]> {
  const left: string[] = []
  for (const putAway of afterwards.toReversed()) {
    const remains = await putAway().catch(error => String(error))
    if (remains !== undefined) left.push(remains)
  }
  return left
}

async function found(area: string, check: ContractCheck, trial: Trial, spend: boolean): Promise<PromiseFinding> {
  const before = trial.answers.length
  const { verdict, saw } = await tried(check, trial, spend)
  return { id: check.id, area, promise: check.promise, verdict, saw, asked: askedSince(trial, before) }
}

/** The requests that were sent after the first `before`, each once. */
function askedSince({ answers }: Pick<Probe, 'answers'>, before: number): readonly string[] {
  return [...new Set(answers.slice(before).map(({ method, path, status }) => `${method} ${path} ${status}`))]
}

async function tried(
  check: ContractCheck,
  trial: Trial,
  spend: boolean,
): Promise<Pick<PromiseFinding, 'verdict' | 'saw'>> {
  const missing = check.needs.map(need => lacking(need, trial, spend)).find(why => why !== undefined)
  if (missing !== undefined) return { verdict: 'untried', saw: missing }
  try {
    await check.run(trial)
    return { verdict: 'kept', saw: '' }
  } catch (error) {
    if (error instanceof Ended) return { verdict: error.verdict, saw: error.message }
    return { verdict: 'broken', saw: `no answer: ${error instanceof Error ? error.message : 'something failed'}` }
  }
}
