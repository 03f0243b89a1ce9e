/** What an agent does with one text: create, plan, approve, wait, fetch, compare. Each step is made again until it is done. */
import { pseudoText } from '../../../src/service/engine/pseudo/pseudo.ts'
import { type Agent, Batch, GaveUp } from './people.ts'

/** A text, and what became of it. */
export interface Item {
  readonly name: string
  readonly lines: readonly string[]
  /** The language that is asked for first, and the one in its place, if the plan is changed. */
  readonly language: string
  readonly instead: string | undefined
  /** Every batch that a creation of it gave. */
  readonly batches: Set<string>
  /** What was agreed to. */
  cost: number
  state: 'open' | 'right' | 'wrong' | 'gave up'
  why: string
  /** Creations that found what an earlier one had made. */
  found: number
}

/** How long one text may take, however often it is disturbed. In milliseconds. */
const PATIENCE_MS = 300_000

export function newItem(name: string, random: () => number): Item {
  // Most are short; some are long enough to be killed in the middle.
  const size = random() < 0.15 ? 2500 : 5 + Math.floor(random() * 150)
  const lines = Array.from(
    { length: size },
    (_, at) => `Page ${at} of the ${name} manual has ${size} words about engines.`,
  )
  const instead = random() < 0.4 ? 'fr' : undefined
  return { name, lines, language: 'de', instead, batches: new Set(), cost: 0, state: 'open', why: '', found: 0 }
}

/** What the engine must give for it. */
export function expectedOf({ lines, language, instead }: Item): string {
  const job = { target: instead ?? language, glossary: [], keep: [] }
  return lines.map(text => pseudoText({ text }, job)).join('\n\n')
}

export async function workOn(item: Item, agent: Agent): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  try {
    const fetched = await through(item, agent, until)
    item.state = fetched === expectedOf(item) ? 'right' : 'wrong'
    if (item.state === 'wrong') item.why = `${fetched.slice(0, 300)} in place of ${expectedOf(item).slice(0, 300)}`
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error
    item.state = 'gave up'
    item.why = error.message
  }
}

async function through(item: Item, agent: Agent, until: number): Promise<string> {
  const creation = { content: item.lines.join('\n\n'), filename: `${item.name}.txt`, target_languages: [item.language] }
  const step = async (tool: string, input: Record<string, unknown>) => {
    const told = await agent.call(tool, input, until)
    if (told.failed) throw new GaveUp(`${tool}: ${told.text}`)
    return told
  }
  const look = async (batch_id: string) => Batch.parse((await step('get_batch', { batch_id, wait_seconds: 20 })).data)

  const made = Batch.parse((await step('create_batch', creation)).data)
  if (made.reused === true) item.found += 1
  const batch_id = made.batch.id
  item.batches.add(batch_id)
  let now = made
  while (!now.plan || now.batch.status !== 'awaiting_review') {
    if (Date.now() > until) throw new GaveUp(`There is no plan: ${now.batch.status}.`)
    now = await look(batch_id)
  }
  if (item.instead !== undefined) {
    now = Batch.parse((await step('plan_batch', { batch_id, target_languages: [item.instead] })).data)
  }
  item.cost = now.plan?.credit_cost ?? 0
  await approve(agent, { batch_id, plan_revision: now.plan?.plan_revision ?? '' }, until)
  for (;;) {
    const { batch } = await look(batch_id)
    if (batch.status === 'completed') break
    if (batch.status === 'failed' || Date.now() > until)
      throw new GaveUp(`It is ${batch.status}: ${JSON.stringify(batch)}`)
  }
  for (;;) {
    const { url } = (await step('get_result', { batch_id, wait_seconds: 20 })).data
    const bytes = typeof url === 'string' ? await agent.fetched(url) : undefined
    if (bytes !== undefined) return bytes.toString('utf8')
    if (Date.now() > until) throw new GaveUp('The link gives nothing.')
  }
}

/** Until it is approved. Where nobody can be asked in a dialog, the person answers on her page, and the same call goes on. */
async function approve(
  agent: Agent,
  approval: { batch_id: string; plan_revision: string },
  until: number,
): Promise<void> {
  for (;;) {
    const told = await agent.call('approve_batch', approval, until)
    if (!told.failed) return
    const waits = told.text.includes('/approvals')
    if (!waits || Date.now() > until) throw new GaveUp(`approve_batch: ${told.text}`)
    await agent.agree().catch(() => undefined)
  }
}
