import { randomUUID } from 'node:crypto'
import type { Scope } from '../contract/scopes.ts'
import { givenData, shown, shownWithWords, succeeded } from './answer.ts'
import { type Answer, type Probe, type Sending, valueAt } from './probe.ts'
import { Ended, untried } from './verdict.ts'

/**
 * What a check must have, beside a credential that is taken. `creation`: translations can be created. `spend`: it may approve.
 * `second`: a second credential, of another workspace.
 */
export type Need = Scope | 'creation' | 'spend' | 'second'

/** One promise of the contract, and how it is tried. */
export interface ContractCheck {
  /** A row of docs/requirements.md, as ENV-4. */
  readonly id: string
  readonly promise: string
  readonly needs: readonly Need[]
  /** Returns where the promise is kept. @throws {Ended} any other verdict */
  run(trial: Trial): Promise<void> | void
}

/** A credential, and the data of its account; undefined where that cannot be read. */
export interface Keyholder {
  readonly key: string
  readonly account: unknown
}

/** A translation that the suite has made. */
export interface Made {
  readonly id: string
  readonly revision: string | undefined
  readonly key: string
  /** What the creation was asked. */
  readonly body: Readonly<Record<string, string>>
  readonly answer: Answer
}

/** What all checks of one run share. */
export interface Trial extends Probe {
  /** Credits that may be spent in this run. */
  readonly maxCredits: number
  /**
   * Takes credits from what may be spent in this run, before a request is sent that a service may charge so much for.
   *
   * @throws {Ended} untried, where they are more than what is left
   */
  mayCost(credits: number): void
  /** True where requests may be sent until the service refuses them for their rate. */
  readonly exceedRate: boolean
  /** The data of GET /v1/account; undefined where it cannot be read. */
  readonly account: unknown
  /** The caller's own credential. */
  readonly own: string
  /** The second credential and its account; undefined where there is none. */
  readonly second: Keyholder | undefined
  /** A small file of a format that the service takes: its name and its text. */
  readonly file: { readonly filename: string; readonly content: string } | undefined
  /** A translation with a plan; the same one for all checks. @throws {Ended} untried, it cannot be made */
  planned(): Promise<Made>
  /** A translation that was created without an instruction. @throws {Ended} untried, it cannot be made */
  unplanned(): Promise<Made>
  /** Sends a creation of the suite's file with these further fields. What it makes is archived at the end. */
  create(body?: Readonly<Record<string, string>>, asking?: Sending): Promise<Answer>
  /** Sends a creation as it is. What it makes is archived at the end, and what may have been made without an answer is told then. */
  createAs(asking: Sending): Promise<Answer>
  /** Has something put away at the end, whatever happens. `putAway` gives what is left behind; undefined where nothing is. */
  made(what: string, putAway: () => Promise<string | undefined>): void
}

/** What of a run is known before its first check. */
export interface Ground extends Pick<Trial, 'account' | 'own' | 'second' | 'maxCredits' | 'exceedRate' | 'made'> {}

/** An instruction that every service understands which translates into German. */
export const INTO_GERMAN = 'Translate into German (de).'

const FILES: Readonly<Record<string, string>> = {
  txt: 'Open the file.\n',
  md: 'Open the file.\n',
  json: '{"open": "Open the file."}\n',
  csv: 'key,en\nopen,Open the file.\n',
}

/** What the checks of a run share. Nothing is sent yet. */
export function createTrial(probe: Probe, ground: Ground): Trial {
  const { account, maxCredits, made } = ground
  const formats = valueAt(account, 'capabilities', 'supported_formats')
  const taken = Object.entries(FILES).find(([format]) => !Array.isArray(formats) || formats.includes(format))
  const file = taken && { filename: `contract-suite.${taken[0]}`, content: taken[1] }
  let left = maxCredits
  const mayCost = (credits: number) => {
    if (credits > left)
      throw untried(`it may cost ${credits} credits, and ${left} of --max-credits ${maxCredits} are left`)
    left -= credits
  }
  const createAs = creator(probe, made)
  const create = async (body: Readonly<Record<string, string>> = {}, asking: Sending = {}) => {
    if (file === undefined) throw untried('the service takes none of txt, md, json and csv')
    return createAs({ body: { ...file, ...body }, ...asking })
  }
  const settledOne = async (body: Readonly<Record<string, string>>): Promise<Made> => {
    const key = randomUUID()
    const answer = await create(body, { headers: { 'idempotency-key': key } })
    const id = createdId(answer)
    if (id === undefined) throw untried(`no translation could be created: ${shownWithWords(answer)}`)
    await settled(probe, id)
    return { id, key, body, answer, revision: revisionIn(answer.json) ?? (await planRevision(probe, id)) }
  }
  const planned = shared(() => settledOne({ instruction: INTO_GERMAN }))
  return { ...probe, ...ground, mayCost, file, planned, unplanned: shared(() => settledOne({})), create, createAs }
}

/** Sends creations and notes once what each made, to be archived by the credential that made it. */
function creator(probe: Probe, made: Trial['made']): Trial['createAs'] {
  const ids = new Set<string>()
  return async asking => {
    const answer = await probe.send('POST', '/v1/batches', asking).catch(error => {
      if (!(error instanceof Ended)) {
        const perhaps = 'perhaps a translation of a file named contract-suite: a creation was sent, and no answer came'
        made('perhaps a translation', async () => perhaps)
      }
      throw error
    })
    const id = createdId(answer)
    if (id !== undefined && !ids.has(id)) {
      ids.add(id)
      made(`the translation ${id}`, () => archive(probe, id, asking.key))
    }
    return answer
  }
}

function shared<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined
  return () => {
    value ??= make()
    return value
  }
}

/** The id of what a creation made: the document says only that there is one. Undefined where it was refused, or gives none. */
export function createdId(answer: Answer): string | undefined {
  const { json } = answer
  if (!succeeded(answer)) return undefined
  const id = valueAt(json, 'data', 'batch', 'id') ?? valueAt(json, 'data', 'id') ?? valueAt(json, 'data', 'batch_id')
  return typeof id === 'string' ? id : undefined
}

/** The revision of a plan in an answer; undefined where it holds none. */
export function revisionIn(json: unknown): string | undefined {
  const revision = valueAt(json, 'data', 'plan', 'plan_revision') ?? valueAt(json, 'data', 'plan_revision')
  return typeof revision === 'string' ? revision : undefined
}

/** The revision of the plan that a translation has now; undefined where it cannot be read. */
export async function planRevision(probe: Probe, id: string): Promise<string | undefined> {
  const answer = await probe.send('GET', `${pathOfBatch(id)}/plan`)
  return succeeded(answer) ? revisionIn(answer.json) : undefined
}

export function pathOfBatch(id: string): string {
  return `/v1/batches/${encodeURIComponent(id)}`
}

/** Looks until a translation is analysed, 30 s at most. */
async function settled(probe: Probe, id: string): Promise<void> {
  await statusWithin(probe, id, ['awaiting_review', 'completed', 'failed'], 30_000)
}

/** Looks at a translation until it has one of these statuses. Gives the last one seen, also where time is up (in milliseconds). */
export async function statusWithin(
  probe: Probe,
  id: string,
  wanted: readonly string[],
  milliseconds: number,
): Promise<string> {
  const end = Date.now() + milliseconds
  for (;;) {
    const answer = await probe.send('GET', pathOfBatch(id))
    const status = valueAt(answer.json, 'data', 'status')
    const seen = typeof status === 'string' ? status : shown(answer)
    if (wanted.includes(seen) || !succeeded(answer) || Date.now() > end) return seen
    await probe.pause(250)
  }
}

async function archive(probe: Probe, id: string, key: Sending['key']): Promise<string | undefined> {
  const asking = { body: { archived: true }, ...(typeof key === 'string' && { key }) }
  const answer = await probe.send('PATCH', pathOfBatch(id), asking)
  return succeeded(answer) ? undefined : `the translation ${id}, which could not be archived (${shown(answer)})`
}

/** What `make` gives, made once in each run, however many checks ask for it. */
export function oncePerRun<Value>(make: (trial: Trial) => Promise<Value>): (trial: Trial) => Promise<Value> {
  const made = new WeakMap<Trial, Promise<Value>>()
  return trial => {
    const known = made.get(trial) ?? make(trial)
    made.set(trial, known)
    return known
  }
}

/** The credit balance now; undefined where it cannot be read. */
export async function balanceNow(probe: Probe): Promise<number | undefined> {
  const balance = valueAt(givenData(await probe.send('GET', '/v1/credits')), 'balance')
  return typeof balance === 'number' ? balance : undefined
}

/** Why a need is not met; undefined where it is, and where the account does not say. */
export function lacking(need: Need, { account, second }: Trial, spend: boolean): string | undefined {
  if (need === 'spend') return spend ? undefined : 'it spends credits: run with --spend'
  if (need === 'second') return lackingSecond(account, second)
  if (need === 'creation') {
    const can = valueAt(account, 'capabilities', 'batch_creation') !== false
    return can ? undefined : 'capabilities.batch_creation is false'
  }
  const scopes = valueAt(account, 'credential', 'scopes')
  return !Array.isArray(scopes) || scopes.includes(need) ? undefined : `the credential lacks ${need}`
}

function lackingSecond(account: unknown, second: Keyholder | undefined): string | undefined {
  if (second === undefined) return 'it needs a key of another workspace: set TRANSLATION_SECOND_API_KEY'
  const [own, other] = [account, second.account].map(one => valueAt(one, 'workspace', 'id'))
  if (typeof own !== 'string' || typeof other !== 'string')
    return 'the account does not tell the workspaces of the two keys'
  return own === other ? 'both keys are of one workspace: TRANSLATION_SECOND_API_KEY must be of another' : undefined
}
