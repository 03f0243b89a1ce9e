import { randomUUID } from 'node:crypto'
import type { Scope } from '../contract/scopes.ts'
import { givenData, shown, shownWithWords, succeeded } from './answer.ts'
import { type Answer, type Probe, type Sending, valueAt } from './probe.ts'
import { untried } from './verdict.ts'

/** What a check must have, beside a credential that is taken. `creation`: translations can be created. `spend`: it may approve. */
export type Need = Scope | 'creation' | 'spend'

/** One promise of the contract, and how it is tried. */
export interface ContractCheck {
  /** A row of docs/requirements.md, as ENV-4. */
  readonly id: string
  readonly promise: string
  readonly needs: readonly Need[]
  /** Returns where the promise is kept. @throws {Ended} any other verdict */
  run(trial: Trial): Promise<void> | void
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
  /** The data of GET /v1/account; undefined where it cannot be read. */
  readonly account: unknown
  /** A small file of a format that the service takes: its name and its text. */
  readonly file: { readonly filename: string; readonly content: string } | undefined
  /** A translation with a plan; the same one for all checks. @throws {Ended} untried, it cannot be made */
  planned(): Promise<Made>
  /** A translation that was created without an instruction. @throws {Ended} untried, it cannot be made */
  unplanned(): Promise<Made>
  /** Creates a translation that is archived at the end, whether the creation was asked by this or by `note`. */
  create(body?: Readonly<Record<string, string>>, asking?: Sending): Promise<Answer>
  /** Remembers what a creation made, so that it is archived at the end. Gives its id; undefined where the answer holds none. */
  note(answer: Answer): string | undefined
  /** Runs at the end, whatever happened. Gives what is left behind; undefined where nothing is. */
  readonly afterwards: (() => Promise<string | undefined>)[]
}

/** An instruction that every service understands which translates into German. */
export const INTO_GERMAN = 'Translate into German (de).'

const FILES: Readonly<Record<string, string>> = {
  txt: 'Open the file.\n',
  md: 'Open the file.\n',
  json: '{"open": "Open the file."}\n',
  csv: 'key,en\nopen,Open the file.\n',
}

/** The ground of a run. Nothing is sent yet. */
export function createTrial(probe: Probe, account: unknown, maxCredits: number): Trial {
  const formats = valueAt(account, 'capabilities', 'supported_formats')
  const taken = Object.entries(FILES).find(([format]) => !Array.isArray(formats) || formats.includes(format))
  const file = taken && { filename: `contract-suite.${taken[0]}`, content: taken[1] }
  let left = maxCredits
  const mayCost = (credits: number) => {
    if (credits > left)
      throw untried(`it may cost ${credits} credits, and ${left} of --max-credits ${maxCredits} are left`)
    left -= credits
  }
  const ids = new Set<string>()
  const afterwards: (() => Promise<string | undefined>)[] = []
  const note = (answer: Answer) => {
    const id = succeeded(answer) ? idIn(answer.json) : undefined
    if (id === undefined || ids.has(id)) return id
    ids.add(id)
    afterwards.push(() => archive(probe, id))
    return id
  }
  const create = async (body: Readonly<Record<string, string>> = {}, asking: Sending = {}) => {
    if (file === undefined) throw untried('the service takes none of txt, md, json and csv')
    const answer = await probe.send('POST', '/v1/batches', { body: { ...file, ...body }, ...asking })
    note(answer)
    return answer
  }
  const made = async (body: Readonly<Record<string, string>>): Promise<Made> => {
    const key = randomUUID()
    const answer = await create(body, { headers: { 'idempotency-key': key } })
    const id = idIn(answer.json)
    if (id === undefined || !succeeded(answer))
      throw untried(`no translation could be created: ${shownWithWords(answer)}`)
    await settled(probe, id)
    return { id, key, body, answer, revision: revisionIn(answer.json) ?? (await planRevision(probe, id)) }
  }
  const planned = shared(() => made({ instruction: INTO_GERMAN }))
  return {
    ...probe,
    maxCredits,
    mayCost,
    account,
    file,
    planned,
    unplanned: shared(() => made({})),
    create,
    note,
    afterwards,
  }
}

function shared<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined
  return () => {
    value ??= make()
    return value
  }
}

/** The id in the answer of a creation: the document says only that there is one. */
function idIn(json: unknown): string | undefined {
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
    await new Promise(done => setTimeout(done, 250))
  }
}

async function archive(probe: Probe, id: string): Promise<string | undefined> {
  const answer = await probe.send('PATCH', pathOfBatch(id), { body: { archived: true } })
  return succeeded(answer) ? undefined : `the translation ${id}, which could not be archived (${shown(answer)})`
}

/** The credit balance now; undefined where it cannot be read. */
export async function balanceNow(probe: Probe): Promise<number | undefined> {
  const balance = valueAt(givenData(await probe.send('GET', '/v1/credits')), 'balance')
  return typeof balance === 'number' ? balance : undefined
}
