import fc from 'fast-check'
import { expect } from 'vitest'
import { LIMITS } from '../../../src/contract/limits.ts'
import { api } from '../../../src/contract/operations.ts'
import { SCOPE_NAMES } from '../../../src/contract/scopes.ts'
import { housekeepingRefusal } from '../../../src/service/domain/batch-state.ts'
import { grantCredits } from '../../../src/service/store/credits.ts'
import { write } from '../../../src/service/store/database.ts'
import { revokeKey, rotateKey } from '../../../src/service/store/keys.ts'
import { createdIn, resultOf } from '../../support/flow.ts'
import { plantBatch } from '../../support/plant.ts'
import { refusalIn, type World } from '../../support/world.ts'
import { contentOf, expectSound, type Model, type ModelBatch, settled } from './model.ts'

type Command = fc.AsyncCommand<Model, World>

/** A step with its name, after which everything must still hold. */
function step(name: string, run: (model: Model, world: World) => Promise<void>): Command {
  return {
    check: () => true,
    run: async (model, world) => {
      await run(model, world)
      await expectSound(world, model)
    },
    toString: () => name,
  }
}

/** A step on one of the batches there are; nothing happens where there is none. */
function onBatch(name: string, which: number, run: (batch: ModelBatch, model: Model, world: World) => Promise<void>) {
  return step(`${name} #${which}`, async (model, world) => {
    const batch = model.batches[which % Math.max(1, model.batches.length)]
    if (batch !== undefined) await run(await settled(world, batch), model, world)
  })
}

const FILES = [
  { name: 'menu.json', words: 5, content: '{"open": "Open the file", "save": "Save now"}' },
  { name: 'note.txt', words: 4, content: 'Read the manual first.\n' },
  { name: 'list.json', words: 1, content: '["Welcome"]' },
] as const
const INSTRUCTIONS = [
  { text: 'Translate everything from English into German.', targets: ['de'] },
  { text: 'Translate everything from English into French.', targets: ['fr'] },
  { text: 'Translate everything from English into German and French.', targets: ['de', 'fr'] },
] as const

function create(
  file: (typeof FILES)[number],
  order: (typeof INSTRUCTIONS)[number] | null,
  key: string | null,
): Command {
  const said = `${file.name} ${order?.text}`
  return step(`create ${said} ${key}`, async (model, world) => {
    const body = JSON.stringify({
      content: file.content,
      filename: file.name,
      ...(order !== null && { instruction: order.text }),
      ...(key !== null && { idempotency_key: key }),
    })
    const answer = await world.send('POST', '/v1/batches', { body, headers: { 'content-type': 'application/json' } })
    const before = key === null ? undefined : model.repeats.get(key)
    if (before !== undefined && before.said !== said) {
      expect(refusalIn(answer)).toMatchObject({ status: 409, code: 'idempotency_key_reused' })
      return
    }
    const created = createdIn(answer, before === undefined ? 201 : 200)
    if (before !== undefined) {
      const first = model.batches.find(({ id }) => id === before.id)
      expect(created.batch.id).toBe(before.id)
      expectPlan(first, created.plan_revision, model)
      return
    }
    expect(created.suggested_instructions === null).toBe(order !== null)
    expect(created.counts?.words ?? file.words).toBe(file.words)
    const { id } = created.batch
    const plan = order === null ? null : planOf(created, order, file.words, model)
    model.batches.unshift({ ...{ id, fileName: file.name, words: file.words, plan }, ...FRESH })
    if (key !== null) model.repeats.set(key, { said, id })
  })
}

const FRESH = { status: 'awaiting_review', name: null, archived: false } as const

/** The plan that an order should have made: its price is words times languages (CRE-8). */
function planOf(
  { plan_revision, credit_cost }: { plan_revision: string | null; credit_cost: number | null },
  { targets }: (typeof INSTRUCTIONS)[number],
  words: number,
  model: Model,
) {
  expect(credit_cost).toBe(words * targets.length)
  return { revision: plan_revision ?? '', cost: credit_cost ?? 0, targets, content: contentOf(model, targets) }
}

/** A plan that awaits review has another revision than when it was last read exactly where its glossaries changed (PLN-2). */
function expectPlan(batch: ModelBatch | undefined, revision: string | null, model: Model): void {
  const before = batch?.plan ?? null
  if (batch === undefined || before === null) {
    expect(revision).toBeNull()
    return
  }
  const content = batch.status === 'awaiting_review' ? contentOf(model, before.targets) : before.content
  expect(revision === before.revision).toBe(content === before.content)
  batch.plan = { ...before, revision: revision ?? '', content }
}

function read(which: number): Command {
  return onBatch('read the plan of', which, async (batch, model, world) => {
    const { plan_revision } = await world.call(api.batches.getPlan, { params: { batch_id: batch.id } })
    expectPlan(batch, plan_revision, model)
  })
}

function plan(which: number, order: (typeof INSTRUCTIONS)[number]): Command {
  return onBatch(`plan ${order.text}`, which, async (batch, model, world) => {
    const call = { params: { batch_id: batch.id }, body: { instruction: order.text } }
    if (batch.status !== 'awaiting_review' || batch.archived) {
      expect(await world.refuse(api.batches.plan, call)).toMatchObject({ code: 'batch_not_awaiting_approval' })
      return
    }
    const planned = await world.call(api.batches.plan, call)
    expect(planned.plan?.target_languages).toEqual(order.targets)
    const next = planOf(planned, order, batch.words, model)
    // A new revision whenever the content changes, and only then (PLN-2).
    const { plan: before } = batch
    if (before !== null) expect(next.revision === before.revision).toBe(next.content === before.content)
    batch.plan = next
  })
}

function approve(which: number, stale: boolean): Command {
  return onBatch(`approve ${stale ? 'an older plan of' : ''}`, which, async (batch, model, world) => {
    const expected_plan_revision = stale ? 'pr_older' : (batch.plan?.revision ?? '')
    const call = { params: { batch_id: batch.id }, body: { expected_plan_revision } }
    const cost = batch.plan?.cost ?? 0
    const balance = model.granted - model.spent
    const refusal =
      batch.status === 'awaiting_review' && batch.plan === null
        ? 'no_plan_yet'
        : batch.status !== 'awaiting_review' || batch.archived
          ? 'batch_not_awaiting_approval'
          : stale || batch.plan?.content !== contentOf(model, batch.plan?.targets ?? [])
            ? 'plan_changed'
            : cost > balance
              ? 'insufficient_credits'
              : undefined
    if (refusal !== undefined) {
      expect(await world.refuse(api.batches.approve, call)).toMatchObject({ code: refusal })
      return
    }
    const approved = await world.call(api.batches.approve, call)
    expect(approved).toMatchObject({ credits_reserved: cost, credit_balance: balance - cost })
    batch.status = 'translating'
    model.spent += cost
  })
}

function result(which: number): Command {
  return onBatch('result', which, async (batch, _, world) => {
    if (batch.status !== 'completed') {
      const refused = await world.refuse(api.batches.result, { params: { batch_id: batch.id } })
      expect(refused).toMatchObject({ code: 'result_not_ready' })
      return
    }
    const found = await resultOf(world, batch.id)
    expect(found.file.status).toBe(200)
    expect(found.file.bytes.length).toBe(found.result.size_bytes)
    const [only, ...more] = batch.plan?.targets ?? []
    const end = more.length > 0 ? '.translations.zip' : `.${only}.${batch.fileName.split('.')[1]}`
    expect(found.result.file_name).toBe(`${batch.fileName.split('.')[0]}${end}`)
  })
}

function update(which: number, change: { name?: string; archived?: boolean }): Command {
  return onBatch(`update ${JSON.stringify(change)}`, which, async (batch, _, world) => {
    const call = { params: { batch_id: batch.id }, body: change }
    if (housekeepingRefusal(batch, change) !== undefined) {
      expect(await world.refuse(api.batches.update, call)).toMatchObject({ code: 'batch_not_editable' })
      return
    }
    await world.call(api.batches.update, call)
    Object.assign(batch, change)
  })
}

/** Walks all pages of a search while rows are added: what was there is shown once, in its order (BAT-1). */
function walk(limit: number, archived: boolean, added: number): Command {
  return step(`walk by ${limit}, ${archived ? 'archived' : 'open'}, adding ${added}`, async (model, world) => {
    const expected = model.batches.filter(batch => batch.archived === archived).map(({ id }) => id)
    const seen: string[] = []
    const query: Record<string, string> = { limit: String(limit), archived: archived ? '1' : '0' }
    for (let pages = 0; pages <= expected.length; pages++) {
      const { data, next_cursor } = await world.list(api.batches.list, { query })
      seen.push(...data.map(({ id }) => id))
      for (let more = 0; more < added; more++) await plantFailed(model, world, archived)
      if (next_cursor === null) break
      query.cursor = next_cursor
    }
    expect(seen).toEqual(expected)
  })
}

async function plantFailed(model: Model, world: World, archived: boolean): Promise<void> {
  const facts = { status: 'failed', error_code: 'internal_error', error_message: 'planted' } as const
  const row = await plantBatch(world, { ...facts, archived: archived ? 1 : 0, created_at: Date.now() })
  const { id, file_name: fileName } = row
  model.batches.unshift({ id, fileName, words: 0, status: 'failed', name: null, archived, plan: null })
}

type Terms = readonly { source: string; target: string }[]

function glossary(action: 'create' | 'update' | 'replace', language_pair: string, terms: Terms): Command {
  return step(`${action} ${language_pair} ${JSON.stringify(terms)}`, async (model, world) => {
    const kept = model.glossaries.get(language_pair)
    const code = action === 'create' ? 'glossary_already_exists' : 'glossary_not_found'
    const refused = new Set(terms.map(({ source }) => source.toLowerCase())).size < terms.length
    const impossible = (kept === undefined) !== (action === 'create')
    const call = { params: { language_pair }, body: { terms: [...terms] } }
    const run = { create: { body: { ...call.body, language_pair } }, update: call, replace: call }[action]
    const operation = api.glossaries[action]
    if (refused || impossible) {
      // Entries are judged before the glossary is looked for.
      expect(await world.refuse(operation, run)).toMatchObject({ code: refused ? 'invalid_glossary_terms' : code })
      return
    }
    const shown = await world.call(operation, run)
    const next = action === 'update' ? (kept ?? new Map<string, string>()) : new Map<string, string>()
    for (const { source, target } of terms) next.set(source.toLowerCase(), target)
    model.glossaries.set(language_pair, next)
    changed(model, language_pair)
    expect(shown.term_count).toBe(next.size)
    expect(Object.fromEntries(shown.terms.map(term => [term.source.toLowerCase(), term.target]))).toEqual(
      Object.fromEntries(next),
    )
  })
}

function changed({ editions }: Model, language_pair: string): void {
  editions.set(language_pair, (editions.get(language_pair) ?? 0) + 1)
}

function removeTerms(language_pair: string, sources: readonly string[]): Command {
  return step(`remove ${sources} from ${language_pair}`, async (model, world) => {
    const kept = model.glossaries.get(language_pair)
    const call = { params: { language_pair }, body: { remove: [...sources] } }
    const known = sources.every((source, at) => kept?.has(source.toLowerCase()) && sources.indexOf(source) === at)
    if (kept === undefined || !known || new Set(sources.map(each => each.toLowerCase())).size < sources.length) {
      const code = kept === undefined ? 'glossary_not_found' : 'invalid_glossary_terms'
      expect(await world.refuse(api.glossaries.update, call)).toMatchObject({ code })
      return
    }
    await world.call(api.glossaries.update, call)
    for (const source of sources) kept.delete(source.toLowerCase())
    changed(model, language_pair)
  })
}

function removeGlossary(language_pair: string): Command {
  return step(`delete ${language_pair}`, async (model, world) => {
    const call = { params: { language_pair } }
    if (!model.glossaries.delete(language_pair)) {
      expect(await world.refuse(api.glossaries.remove, call)).toMatchObject({ code: 'glossary_not_found' })
      return
    }
    await world.call(api.glossaries.remove, call)
    expect(await world.refuse(api.glossaries.get, call)).toMatchObject({ code: 'glossary_not_found' })
  })
}

function grant(amount: number): Command {
  return step(`grant ${amount}`, async (model, { db, workspace, newId }) => {
    const order = {
      workspace_id: workspace.id,
      type: 'manual',
      amount,
      expires_at: null,
      now: Date.now(),
      newId,
    } as const
    await write(db, tx => grantCredits(tx, order))
    model.granted += amount
  })
}

function key(action: 'issue' | 'rotate' | 'revoke', which: number): Command {
  return step(`${action} key #${which}`, async (model, world) => {
    const here = { workspace_id: world.workspace.id, now: Date.now(), newId: world.newId }
    const active = 1 + model.keys.filter(({ state }) => state === 'active').length
    const chosen = model.keys[which % Math.max(1, model.keys.length)]
    if (action === 'issue') {
      const issuing = world.issueKey(SCOPE_NAMES)
      if (active >= LIMITS.active_keys) await expect(issuing).rejects.toMatchObject({ code: 'too_many_keys' })
      else model.keys.push({ ...(await issuing), state: 'active' })
    } else if (chosen !== undefined) {
      const change = write(world.db, async tx => {
        if (action === 'revoke') return void (await revokeKey(tx, { ...here, id: chosen.id }))
        const fresh = await rotateKey(tx, { ...here, id: chosen.id })
        return { id: fresh.key.id, secret: fresh.secret }
      })
      if (chosen.state !== 'active') {
        await expect(change).rejects.toMatchObject({ code: 'key_not_active' })
      } else {
        const fresh = await change
        chosen.state = fresh === undefined ? 'revoked' : 'replaced'
        if (fresh !== undefined) model.keys.push({ ...fresh, state: 'active' })
      }
    }
    for (const { secret, state } of model.keys) {
      if (state === 'active') await world.call(api.account.get, { key: secret })
      else expect(await world.refuse(api.account.get, { key: secret })).toMatchObject({ code: 'api_key_revoked' })
    }
  })
}

const which = fc.nat(9)
const pair = fc.constantFrom('en-de', 'en-fr', 'fr-en')
const source = fc.constantFrom('box', 'Box', 'manual', 'file', 'save')
const terms = fc.array(fc.record({ source, target: fc.constantFrom('A', 'B', 'Ü') }), { maxLength: 3 })
const keyName = fc.option(fc.constantFrom('k1', 'k2', 'k3'))
const name = fc.constantFrom('Ärger', 'x', 'a/b', '%', 'x'.repeat(200))
const change = fc.record({ name, archived: fc.boolean() }, { requiredKeys: [] })

/** Everything that can be done to a workspace, as often as it is worth. */
export const commands = fc.commands<Model, World, false>(
  [
    fc
      .tuple(fc.constantFrom(...FILES), fc.option(fc.constantFrom(...INSTRUCTIONS)), keyName)
      .map(args => create(...args)),
    fc.tuple(fc.constantFrom(...FILES), fc.constantFrom(...INSTRUCTIONS), keyName).map(args => create(...args)),
    fc.tuple(which, fc.constantFrom(...INSTRUCTIONS)).map(args => plan(...args)),
    fc.tuple(which, fc.boolean()).map(args => approve(...args)),
    which.map(at => approve(at, false)),
    which.map(read),
    which.map(result),
    fc.tuple(which, change).map(args => update(...args)),
    fc.tuple(fc.integer({ min: 1, max: 4 }), fc.boolean(), fc.nat(2)).map(args => walk(...args)),
    fc.tuple(fc.constantFrom('create', 'update', 'replace'), pair, terms).map(args => glossary(...args)),
    fc.tuple(pair, fc.array(source, { minLength: 1, maxLength: 2 })).map(args => removeTerms(...args)),
    pair.map(removeGlossary),
    fc.integer({ min: 1, max: 30 }).map(grant),
    fc.tuple(fc.constantFrom('issue', 'issue', 'rotate', 'revoke'), which).map(args => key(...args)),
  ],
  { maxCommands: 30, size: 'max' },
)
