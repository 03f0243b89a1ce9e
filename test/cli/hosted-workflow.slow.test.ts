import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { Caps } from '../../src/cli/translate/caps.ts'
import { openToolSession } from '../../src/cli/translate/session.ts'
import { runWorkflow } from '../../src/cli/translate/workflow.ts'
import { BESIDE } from '../../src/mcp/several/places.ts'
import { ACCOUNT, batch, CREDITS, plan, planned } from '../support/answers.ts'
import { type Canned, cannedParts, found, refused } from '../support/canned.ts'

const PLAN = plan({ target_languages: ['de'], not_understood: [] })
const waiting = (changes: object = {}) => planned({ plan: { ...PLAN, ...changes } })
const done = batch({ status: 'completed' })
const QUALITY = { segments: 3, repaired: 0, kept_source: 0, findings: [] }
const finding = (at: number) => ({ segment: `key.${at}`, language: 'de', reason: 'a number\u202e is missing' })

interface Ran {
  readonly canned: Canned
  readonly names?: readonly string[]
  /** What the person says; she is not asked where nothing would be spent. */
  readonly answer?: boolean
  /** What she says to one question after another; default `answer`. */
  readonly answers?: readonly boolean[]
  readonly caps?: Caps
  readonly template?: string
  /** Each wait is one look, as in a program that is asked to end. */
  readonly looksOnce?: boolean
}

/** The workflow of the terminal against a hosted service that answers what it is told to. */
async function run({ canned, names = ['app.json'], answer = true, answers, caps = {}, ...others }: Ran) {
  const { template = BESIDE, looksOnce = false } = others
  const base = { 'GET /v1/account': ACCOUNT, 'GET /v1/credits': CREDITS }
  const { parts, faults } = await cannedParts({ ...base, ...canned })
  const [folder = ''] = await parts.folders.allowed()
  const files = names.map(name => join(folder, name))
  for (const file of files) writeFileSync(file, '{"a":"Hello"}')
  const questions: string[] = []
  const stderr = new PassThrough()
  const session = await openToolSession({ ...parts, ...(looksOnce && { ending: AbortSignal.abort() }) })
  const outcomes = await runWorkflow({
    ...{
      session,
      written: parts.written,
      folders: parts.folders,
      overwrite: false,
      unread: false,
      folder: join(folder, 'fetched'),
      stderr,
      finished: () => undefined,
    },
    order: { files, wishes: { target_languages: ['de'] }, template },
    signal: new AbortController().signal,
    caps,
    agree: async question => {
      questions.push(question)
      return answers?.[questions.length - 1] ?? answer
    },
  })
  await session.close()
  const sent = faults.seen.map(({ method, path }) => `${method} ${path.split('?', 1)[0]}`)
  return {
    questions,
    outcomes,
    sent,
    folder: realpathSync(folder),
    said: String(stderr.read() ?? '').replaceAll(`${folder}/`, ''),
  }
}

/** A service on which a translation goes its whole way; the file comes by a link of its own. */
function whole(changes: Canned = {}): Canned {
  let approved = false
  return {
    'POST /v1/batches': () => found(waiting(), 201),
    'GET /v1/batches/bat_1': () => found(approved ? done : batch()),
    'GET /v1/batches/bat_1/plan': waiting(),
    'POST /v1/batches/bat_1/approve': () => {
      approved = true
      return found({ batch: batch({ status: 'translating' }), credits_reserved: 1240, credit_balance: 97_520 })
    },
    'GET /v1/batches/bat_1/result': seen =>
      found({ url: `http://${seen.headers.host}/r/1`, file_name: 'app.de.json', quality: QUALITY }),
    'GET /r/1': () => ({ status: 200, body: '{"a":"Hallo"}' }),
    ...changes,
  }
}

/** A service whose translation stays in one state after the approval. */
function staying(state: object, changes: Canned = {}): Canned {
  let approved = false
  return whole({
    'GET /v1/batches/bat_1': () => found(approved ? batch(state) : batch()),
    'POST /v1/batches/bat_1/approve': () => {
      approved = true
      return found({ batch: batch({ status: 'translating' }), credits_reserved: 1240, credit_balance: 97_520 })
    },
    ...changes,
  })
}

describe('a file at a hosted service', () => {
  it('goes the whole way on one yes: its cost, the balance after it, and the file beside its source [MCP-9, MCP-10]', async () => {
    const { questions, outcomes, said, folder } = await run({ canned: whole() })
    expect(questions).toEqual(['Translate this file for 1,240 credits? The balance is 98,760 and would be 97,520.'])
    expect(outcomes).toMatchObject([{ error: null, credits: 1240, engine: 'house', batch_id: 'bat_1' }])
    expect(readFileSync(join(folder, 'app.de.json'), 'utf8')).toBe('{"a":"Hallo"}')
    expect(said).toContain('app.json: translated by house; 3 segments checked, 0 repaired, none kept its source text.')
    expect(said).toContain('Left out:\n  - «legal.notes» (310 words): the instruction leaves it out')
  })

  it('is asked about without a balance where that cannot be read, and not at all where the plan is free [MCP-9]', async () => {
    let asked = 0
    const account = () => (asked++ === 0 ? found(ACCOUNT) : refused(403, 'insufficient_scope', 'No'))
    const blind = await run({ canned: whole({ 'GET /v1/account': account }), answer: false })
    expect(blind.questions).toEqual(['Translate this file for 1,240 credits?'])
    expect(blind.outcomes).toMatchObject([{ error: 'Not approved: nothing was spent.', credits: null }])
    const free = {
      'POST /v1/batches': () => found(waiting({ credit_cost: 0 }), 201),
      'GET /v1/batches/bat_1/plan': waiting({ credit_cost: 0 }),
    }
    const { questions, outcomes } = await run({ canned: whole(free) })
    expect({ questions, error: outcomes[0]?.error }).toEqual({ questions: [], error: null })
  })

  it('whose plan states no cost is asked about by the cost of the translation, as it will be spent [APR-3, MCP-9]', async () => {
    const unpriced = {
      'POST /v1/batches': () => found(waiting({ credit_cost: null }), 201),
      'GET /v1/batches/bat_1/plan': waiting({ credit_cost: null }),
    }
    const { questions, outcomes } = await run({ canned: whole(unpriced) })
    expect(questions).toEqual(['Translate this file for 1,240 credits? The balance is 98,760 and would be 97,520.'])
    expect(outcomes).toMatchObject([{ error: null, credits: 1240 }])
  })

  it('whose translation shows a cost of 0, and whose plan none, is asked about all the same [APR-3, MCP-9]', async () => {
    const one = batch({ credit_cost: 0 })
    const unpriced = { ...waiting({ credit_cost: null }), batch: one, credit_cost: null }
    const canned = whole({
      'POST /v1/batches': () => found(unpriced, 201),
      'GET /v1/batches/bat_1': one,
      'GET /v1/batches/bat_1/plan': unpriced,
    })
    const { questions, outcomes, sent } = await run({ canned, answer: false })
    expect(questions).toEqual([
      'Translate this file for credits that the service does not state? The balance is 98,760.',
    ])
    expect(outcomes).toMatchObject([{ error: 'Not approved: nothing was spent.', credits: null }])
    const capped = await run({ canned, caps: { max_credits: 5000 } })
    expect(capped.outcomes[0]?.error).toContain('credits that the service does not state, and --max-credits allows')
    for (const each of [sent, capped.sent]) expect(each).not.toContain('POST /v1/batches/bat_1/approve')
  })

  it('asks nothing that the balance does not cover: it says what is missing, and what costs less [MCP-9, APR-3]', async () => {
    const canned = whole({ 'GET /v1/account': { ...ACCOUNT, credit_balance: 1000 } })
    const { questions, outcomes, sent } = await run({ canned })
    expect(questions).toEqual([])
    expect(outcomes[0]?.error).toContain(
      'it costs 1,240 credits, the balance is 1,000, 240 credits are missing. Nothing was spent.',
    )
    expect(sent).not.toContain('POST /v1/batches/bat_1/approve')
  })

  /** The plan costs more by the time it is approved, under the same revision. */
  const dearer = (cost: number): Canned => ({ 'GET /v1/batches/bat_1/plan': waiting({ credit_cost: cost }) })

  it('whose service moves its price under one revision is asked about again, with the new one [APR-3, MCP-9]', async () => {
    const { questions, outcomes, said } = await run({ canned: whole(dearer(9000)) })
    expect(questions).toHaveLength(2)
    expect(questions[1]).toMatch(
      /^Translate .*app\.json.* for 9,000 credits\? The balance is 98,760 and would be 89,760\.$/,
    )
    expect(said).toContain('This costs more by now than what was agreed to:')
    expect(outcomes).toMatchObject([{ error: null, credits: 9000 }])
  })

  it('is not approved after a no to the new price, or beyond a cap [APR-3, MCP-9]', async () => {
    const declined = await run({ canned: whole(dearer(9000)), answers: [true, false] })
    expect(declined.outcomes).toMatchObject([{ error: 'Not approved: nothing was spent.', credits: null }])
    const capped = await run({ canned: whole(dearer(9000)), caps: { max_credits: 5000 } })
    expect(capped.questions).toHaveLength(1)
    expect(capped.outcomes[0]?.error).toContain('this costs 9,000 credits, and --max-credits allows 5,000')
    for (const { sent } of [declined, capped]) expect(sent).not.toContain('POST /v1/batches/bat_1/approve')
  })

  it('that costs less by now is not asked about again', async () => {
    expect((await run({ canned: whole(dearer(1000)) })).questions).toHaveLength(1)
  })

  it('of which nobody says what it costs is not approved [APR-3]', async () => {
    const one = batch({ credit_cost: null })
    const silent = planned({ batch: one, plan: { ...PLAN, credit_cost: null }, credit_cost: null })
    const { questions, outcomes, sent } = await run({
      canned: whole({
        'POST /v1/batches': () => found(silent, 201),
        'GET /v1/batches/bat_1': one,
        'GET /v1/batches/bat_1/plan': silent,
      }),
    })
    expect(questions).toEqual([])
    expect(outcomes).toMatchObject([
      { credits: null, saved: [], error: expect.stringMatching(/^There is no plan with a cost yet/) },
    ])
    expect(sent).not.toContain('POST /v1/batches/bat_1/approve')
  })

  describe.each([
    ['a status that nobody knows', { status: 'archived' }],
    ['work that says that all is done', { status: 'translating', completed_at: '2026-11-21T11:59:58.000Z' }],
  ])('whose state stays at %s', (_name, state) => {
    const ended = (result: Canned = {}) => run({ canned: staying(state, result), looksOnce: true })

    it('is not waited for without an end: what the service then gives is told [ENV-4, MCP-8]', async () => {
      const { outcomes, sent } = await ended({
        'GET /v1/batches/bat_1/result': () => refused(409, 'result_not_ready', 'No'),
      })
      expect(outcomes).toMatchObject([{ saved: [], credits: 1240 }])
      expect(outcomes[0]?.error).toBe(
        `The service shows the state «${state.status}», in which nothing changes, and gives no file. The same command looks again, and spends nothing twice; the web app of the service says what the state means.`,
      )
      expect(sent.filter(one => one === 'POST /v1/batches/bat_1/approve')).toHaveLength(1)
    })
  })

  it.each([
    ['an empty 202', { status: 202 }],
    ['an empty object', found({})],
  ])('whose approval is answered by %s goes on only where it shows [APR-2, ERR-4]', async (_name, answer) => {
    const lost = { 'GET /v1/batches/bat_1': batch(), 'POST /v1/batches/bat_1/approve': () => answer }
    const { outcomes, sent } = await run({ canned: whole(lost), looksOnce: true })
    expect(outcomes[0]?.error).toMatch(
      /^The service answered with success, but did not say that it was done\. Read afterwards, the translation is waiting for approval\. The same command finds the translation again and spends nothing twice\./,
    )
    expect(sent.filter(one => one === 'POST /v1/batches/bat_1/approve')).toHaveLength(1)
    let approved = false
    const shown = {
      'GET /v1/batches/bat_1': () => found(approved ? done : batch()),
      'POST /v1/batches/bat_1/approve': () => {
        approved = true
        return answer
      },
    }
    expect((await run({ canned: whole(shown), looksOnce: true })).outcomes).toMatchObject([
      { error: null, credits: 1240 },
    ])
  })

  it('whose end has a status that nobody knows is fetched all the same [ENV-4, RES-1]', async () => {
    const { outcomes } = await run({
      canned: staying({ status: 'archived' }),
      looksOnce: true,
    })
    expect(outcomes).toMatchObject([{ error: null, credits: 1240, saved: [{ language: 'de' }] }])
  })

  it('that is still being read is waited for, and then planned as it is [CRE-8]', async () => {
    let looks = 0
    const { outcomes, questions } = await run({
      canned: whole({
        'POST /v1/batches': () => found({ batch: batch({ status: 'analyzing' }), plan: null }, 201),
        'GET /v1/batches/bat_1': () =>
          found([batch({ status: 'analyzing' }), batch()][Math.min(looks++, 1)] ?? batch()),
      }),
      answer: false,
    })
    expect(questions).toHaveLength(1)
    expect(outcomes[0]?.error).toBe('Not approved: nothing was spent.')
  })

  it.each([
    [
      'analyzing',
      { code: 'unsupported_format', message: 'not\u202e JSON' },
      'The translation failed (unsupported_format): not‹U+202E› JSON',
    ],
    ['analyzing', null, 'The translation failed.'],
  ])('that fails while %s says why, in words that hide nothing [BAT-5, MCP-13]', async (_when, error, words) => {
    const failed = batch({ status: 'failed', error })
    const { outcomes, said, questions } = await run({
      canned: { 'POST /v1/batches': () => found({ batch: failed, plan: null }, 201) },
    })
    expect(outcomes).toMatchObject([{ error: words, batch_id: null, credits: null }])
    expect(said).toContain(`app.json: ${words}`)
    expect(questions).toEqual([])
  })

  it('that fails after its approval leaves no file, and the others go on [BAT-5]', async () => {
    const failed = batch({ status: 'failed', error: { code: 'internal_error', message: 'the engine gave up' } })
    let approved = false
    const { outcomes, folder } = await run({
      canned: whole({
        'GET /v1/batches/bat_1': () => found(approved ? failed : batch()),
        'POST /v1/batches/bat_1/approve': () => {
          approved = true
          return found({ batch: batch({ status: 'translating' }) })
        },
      }),
    })
    expect(outcomes).toMatchObject([
      { error: 'The translation failed (internal_error): the engine gave up', saved: [] },
    ])
    expect(existsSync(join(folder, 'app.de.json'))).toBe(false)
  })

  it('without an instruction that it understands hears what would fit [CRE-8]', async () => {
    const suggested_instructions = ['Translate into German.', 'Only the menu\ninto French.']
    const { outcomes } = await run({
      canned: { 'POST /v1/batches': () => found({ batch: batch(), plan: null, suggested_instructions }, 201) },
    })
    expect(outcomes[0]?.error).toBe(
      'There is no plan: name the target languages.\nFor instance:\n  Translate into German.\n  Only the menu⏎into French.',
    )
  })

  it('names what the checks found, the first ten and how many more, hiding nothing [ENG-2, MCP-13]', async () => {
    const findings = Array.from({ length: 12 }, (_, at) => finding(at))
    const quality = { segments: 1200, repaired: 2, kept_source: 12, findings, terms: { present: 4, honoured: 3 } }
    const { said } = await run({
      canned: whole({
        'GET /v1/batches/bat_1/result': seen =>
          found({ url: `http://${seen.headers.host}/r/1`, file_name: 'app.de.json', quality }),
      }),
    })
    expect(said).toContain(
      '1,200 segments checked, 2 repaired, 12 segments kept the source text; 3 of 4 glossary terms kept.',
    )
    expect(said).toContain('  «key.9» in German (de): a number‹U+202E› is missing\n  and 2 more findings\n')
    expect(said).not.toContain('key.10')
  })
})

describe('several files', () => {
  it('that would be written to one place are all refused before anybody is asked [MCP-10]', async () => {
    const { outcomes, questions, sent } = await run({
      canned: whole(),
      names: ['a.json', 'b.json'],
      template: '{dir}/result.{lang}.json',
    })
    expect(outcomes).toHaveLength(2)
    for (const { error } of outcomes)
      expect(error).toMatch(/^Two results would be written to .*result\.de\.json: give --out with/)
    expect({ questions, approved: sent.filter(path => path.endsWith('/approve')) }).toEqual({
      questions: [],
      approved: [],
    })
  })

  it('are asked about together, by their number and sum, and a no is a no for all [MCP-9]', async () => {
    const { outcomes, questions, sent } = await run({ canned: whole(), names: ['a.json', 'b.json'], answer: false })
    expect(questions).toEqual(['Translate these 2 files for 2,480 credits? The balance is 98,760 and would be 96,280.'])
    expect(outcomes.map(({ error }) => error)).toEqual(Array(2).fill('Not approved: nothing was spent.'))
    expect(sent).not.toContain('POST /v1/batches/bat_1/approve')
  })
})
