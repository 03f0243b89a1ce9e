import type { ApiCredential } from '../client/credential.ts'
import { redactor } from '../client/redact.ts'
import { systemCode } from '../client/transport.ts'
import { shown, succeeded } from './answer.ts'
import { CHECKS } from './checks/checks.ts'
import { openProbe, valueAt } from './probe.ts'
import { type ContractCheck, createTrial, type Need, type Trial } from './trial.ts'
import { Ended, type PromiseVerdict } from './verdict.ts'

/** What was found about one promise. */
export interface PromiseFinding {
  readonly id: string
  readonly area: string
  readonly promise: string
  readonly verdict: PromiseVerdict
  /** What was seen, or why it was not tried; empty where the promise is kept. */
  readonly saw: string
}

export interface VerifyOptions {
  readonly spend: boolean
  /** Most credits that may be spent. */
  readonly maxCredits: number
  /** Called with each finding, as soon as it is there. */
  readonly onFinding?: (finding: PromiseFinding) => void
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
 * Tries the promises of the contract at a service, one after the other, and puts away what that made. No text of a finding holds the
 * credential.
 *
 * @throws {Error} where the service cannot be reached, or refuses the credential
 */
export async function tryContract(
  to: Pick<ApiCredential, 'baseUrl' | 'credential'>,
  options: VerifyOptions,
): Promise<Verified> {
  const redact = redactor(to.credential)
  const probe = openProbe(to)
  try {
    const first = await probe.send('GET', '/v1/account').catch(error => {
      throw new Error(`${new URL(to.baseUrl).origin} cannot be reached (${systemCode(error)}). Nothing was tried.`)
    })
    if (first.status === 401)
      throw new Error(redact(`The service refuses the credential: ${shown(first)}. Nothing was tried.`))
    const trial = createTrial(probe, succeeded(first) ? valueAt(first.json, 'data') : undefined, options.maxCredits)
    const findings: PromiseFinding[] = []
    const left: string[] = []
    const look = async (area: string, checks: readonly ContractCheck[]) => {
      for (const check of checks) {
        if (options.signal?.aborted) return
        const { verdict, saw } = await tried(check, trial, options.spend)
        const finding = { id: check.id, area, promise: check.promise, verdict, saw: redact(saw) }
        findings.push(finding)
        options.onFinding?.(finding)
      }
    }
    const { every, ...areas } = CHECKS
    for (const [area, checks] of Object.entries(areas)) await look(area, checks)
    for (const putAway of trial.afterwards.reverse()) {
      const remains = await putAway().catch(error => String(error))
      if (remains !== undefined) left.push(redact(remains))
    }
    await look('every answer', every)
    return { findings, left }
  } finally {
    await probe.close()
  }
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

/** Why a need is not met; undefined where it is, and where the account does not say. */
function lacking(need: Need, { account }: Trial, spend: boolean): string | undefined {
  if (need === 'spend') return spend ? undefined : 'it spends credits: run with --spend'
  if (need === 'creation') {
    const can = valueAt(account, 'capabilities', 'batch_creation') !== false
    return can ? undefined : 'capabilities.batch_creation is false'
  }
  const scopes = valueAt(account, 'credential', 'scopes')
  return !Array.isArray(scopes) || scopes.includes(need) ? undefined : `the credential lacks ${need}`
}
