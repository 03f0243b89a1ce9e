import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { api } from '../../src/contract/operations.ts'
import { createCallerState } from '../../src/mcp/caller-state.ts'
import { ACCOUNT, batch, plan, planned } from '../support/answers.ts'
import { cannedParts, found, refused } from '../support/canned.ts'
import {
  APPROVE,
  codeIn,
  HOSTS,
  type Host,
  type McpWorld,
  madeIn,
  openHost,
  rawApprovals,
  startMcpWorld,
} from '../support/mcp.ts'
import { ends } from '../support/seed.ts'

const ACCEPT = { action: 'accept' } as const
const DECLINE = { action: 'decline' } as const
const AT_ONCE = { action: 'decline', after_ms: 0 } as const
/** Settings of a server that may hand out codes. */
const codes = () => ({ settings: { ...world.parts.settings, consent: 'code' } as const })

let world: McpWorld
let files = 0
beforeAll(async () => {
  world = await startMcpWorld({ service: { requests_per_minute: 6000 } })
})

/** A translation that waits for approval; each has a text of its own. */
async function waiting(host: Host) {
  files += 1
  const content = `Number ${files} of the texts that are to be approved`
  return madeIn(await host.call('create_batch', { content, filename: `t${files}.txt`, target_languages: ['de'] }))
}

async function statusOf(batch_id: string) {
  return (await world.call(api.batches.get, { params: { batch_id } })).status
}

/** The questions that wait for answers, as the page and the terminal see them. */
function desk() {
  return world.desk
}

/** The one question that waits about a translation. */
async function questionAbout(batchId: string) {
  const { file_name } = await world.call(api.batches.get, { params: { batch_id: batchId } })
  const found = (await desk().waiting(undefined)).filter(({ lines }) => lines.join().includes(`«${file_name}»`))
  expect(found).toHaveLength(1)
  return found[0]
}

/** A person's yes at a terminal to the one question about a translation. */
async function agreeTo(batchId: string): Promise<boolean> {
  return await desk().answer((await questionAbout(batchId))?.id ?? '', 'yes', 'terminal', undefined)
}

async function spent(id: string) {
  return ['translating', 'completed'].includes(await statusOf(id))
}

describe.each(ends(HOSTS))('through %s', kind => {
  it('shows the person name, cost, balance, languages, engine and what is left out, and spends on her accept [MCP-9, APR-3, ENG-1]', async () => {
    const host = await world.open({ kind, answers: [ACCEPT] })
    const made = await waiting(host)
    const told = await host.call('approve_batch', made.approval)
    expect(told.failed, told.text).toBe(false)
    expect(told.text).toMatch(new RegExp(`Approved: ${made.cost} credits reserved, [\\d,]+ left\\.`))
    expect(told.data).not.toHaveProperty('warnings')
    const [question = ''] = host.questions
    const [, balance = '', left = ''] = /The balance is ([\d,]+) and would be ([\d,]+)\./.exec(question) ?? []
    expect(Number(balance.replaceAll(',', '')) - Number(left.replaceAll(',', ''))).toBe(made.cost)
    expect(question).not.toContain('last shown here')
    for (const words of [
      `t${files}.txt`,
      `${made.cost} credits`,
      'balance',
      'German (de)',
      'Engine: pseudo',
      'Left out',
    ]) {
      expect(question).toContain(words)
    }
    expect(await spent(made.id)).toBe(true)
  })

  it.each([DECLINE, AT_ONCE, { action: 'cancel', after_ms: 0 }] as const)(
    'takes %j for a person’s no, however quick, hands out nothing, and asks again only when called again [MCP-9]',
    async no => {
      const host = await world.open({ kind, answers: [no] }, codes())
      const made = await waiting(host)
      const told = await host.call('approve_batch', made.approval)
      expect(told).toMatchObject({
        failed: true,
        text: expect.stringContaining('The person declined: nothing was spent'),
      })
      expect(told.text).toContain('plan_batch refines it')
      expect(told.text).not.toMatch(/approval_code|-credits-/)
      expect(told.text).toContain(`A person who saw no question can answer in a terminal: ${APPROVE}`)
      await host.call('approve_batch', made.approval)
      expect(host.questions).toHaveLength(2)
      expect(await spent(made.id)).toBe(false)
    },
  )

  it('takes her no for the end of every code, page and question before it, also in the same second [MCP-9]', async () => {
    const silent = await world.open({}, codes())
    const made = await waiting(silent)
    const earlier = codeIn(await silent.call('approve_batch', made.approval))
    const before = await questionAbout(made.id)
    const asking = await world.open({ kind, answers: [AT_ONCE] })
    const declined = await asking.call('approve_batch', made.approval)
    expect(declined.text).toContain('The person declined')
    expect(await desk().answer(before?.id ?? '', 'yes', 'page', undefined)).toBe(false)
    const told = await silent.call('approve_batch', { ...made.approval, approval_code: earlier })
    expect(told).toMatchObject({ failed: true, text: expect.stringContaining('not valid') })
    expect(await spent(made.id)).toBe(false)
    const after = await silent.call('approve_batch', { ...made.approval, approval_code: codeIn(told) })
    expect(after.failed, after.text).toBe(false)
    expect(await spent(made.id)).toBe(true)
  })

  it('takes her no for one translation for a no to that one alone [MCP-9]', async () => {
    const silent = await world.open({}, codes())
    const [refusedOne, otherOne] = [await waiting(silent), await waiting(silent)]
    const code = codeIn(await silent.call('approve_batch', otherOne.approval))
    await (await world.open({ kind, answers: [DECLINE] })).call('approve_batch', refusedOne.approval)
    const told = await silent.call('approve_batch', { ...otherOne.approval, approval_code: code })
    expect(told.failed, told.text).toBe(false)
  })

  it('takes a cancel for a no [MCP-9]', async () => {
    const host = await world.open({ kind, answers: [{ action: 'cancel' }, ACCEPT] })
    const made = await waiting(host)
    expect((await host.call('approve_batch', made.approval)).failed).toBe(true)
    expect(await spent(made.id)).toBe(false)
    expect((await host.call('approve_batch', made.approval)).failed).toBe(false)
  })

  it('never asks a host without elicitation, and hands out a code that works where codes are set [MCP-9]', async () => {
    const host = await world.open({ kind }, codes())
    const made = await waiting(host)
    const refused = await host.call('approve_batch', made.approval)
    expect(refused.failed).toBe(true)
    expect(refused.text).toContain('Nothing was spent')
    expect(refused.text).toContain('Left out')
    expect(host.wire.join('\n')).not.toMatch(/input_required|elicitation\/create/)
    const told = await host.call('approve_batch', { ...made.approval, approval_code: codeIn(refused) })
    expect(told.failed, told.text).toBe(false)
    expect(await spent(made.id)).toBe(true)
  })

  it('ignores a code where the host can ask [MCP-9]', async () => {
    const host = await world.open({ kind, answers: [ACCEPT] }, codes())
    const made = await waiting(host)
    const code = await codeFor(made.approval)
    await host.call('approve_batch', { ...made.approval, approval_code: code })
    expect(host.questions).toHaveLength(1)
  })

  it('asks again when the plan moved while the question was open [APR-3]', async () => {
    const made = await waiting(await world.open({ kind }))
    const meanwhile = () => replan(made.id, 'also French')
    const host = await world.open({ kind, answers: [ACCEPT], meanwhile })
    const told = await host.call('approve_batch', made.approval)
    expect(told).toMatchObject({ failed: true, text: expect.stringContaining('plan_changed') })
    expect(told.text).toContain('Nothing was spent')
    expect(await spent(made.id)).toBe(false)
  })
})

/** The code a silent host would be handed for the same spending. */
async function codeFor(approval: object): Promise<string> {
  const silent = await world.open({}, codes())
  return codeIn(await silent.call('approve_batch', { ...approval }))
}

async function replan(batch_id: string, instruction: string): Promise<void> {
  await world.call(api.batches.plan, { params: { batch_id }, body: { instruction } })
}

describe.each(['sdk 1', 'legacy'] as const)('through %s, which can be told of an error', kind => {
  it.each([0, 5000])('takes a dialog that fails after %i ms for a host without one [MCP-9]', async after_ms => {
    const host = await world.open({ kind, answers: [{ action: 'error', after_ms }] })
    const made = await waiting(host)
    const told = await host.call('approve_batch', made.approval)
    expect(told).toMatchObject({ failed: true, text: expect.stringContaining(`in a terminal: ${APPROVE}`) })
    expect(told.text).not.toContain('declined')
    expect(await spent(made.id)).toBe(false)
    expect(await agreeTo(made.id)).toBe(true)
    expect((await host.call('approve_batch', made.approval)).failed).toBe(false)
    expect(host.questions).toHaveLength(1)
  })
})

describe('on the wire', () => {
  it('a modern host gets input_required, an older one elicitation/create [MCP-3, MCP-9]', async () => {
    const modern = await world.open({ kind: 'modern', answers: [ACCEPT] })
    await modern.call('approve_batch', (await waiting(modern)).approval)
    expect(modern.wire.join('\n')).toContain('"resultType":"input_required"')
    const legacy = await world.open({ kind: 'legacy', answers: [ACCEPT] })
    await legacy.call('approve_batch', (await waiting(legacy)).approval)
    expect(legacy.wire.join('\n')).toContain('"method":"elicitation/create"')
  })

  it('a modern host is asked by what each request declares, not by what another did [MCP-9]', async () => {
    const host = await world.open()
    const [{ approval }, other] = [await waiting(host), await waiting(host)]
    const { call, close } = await rawApprovals(world.parts)
    expect(await call(approval, { elicitation: {} })).toContain('input_required')
    expect(await call(approval, {})).toContain('in a terminal')
    expect(await call(other.approval, { elicitation: { url: {} } })).toContain('in a terminal')
    expect(await call(approval, { elicitation: { form: {} } })).toContain('input_required')
    await close()
  })

  it('an accept of no question of ours, or of one about another translation, is none [APR-3, MCP-9]', async () => {
    const silent = await world.open()
    const [made, other] = [await waiting(silent), await waiting(silent)]
    const { call, close } = await rawApprovals(world.parts)
    const asking = { elicitation: {} }
    const stateOf = async (approval: object) =>
      z.object({ result: z.object({ requestState: z.string() }) }).parse(JSON.parse(await call(approval, asking)))
        .result
    const inputResponses = { approval: ACCEPT }
    const { requestState: another } = await stateOf(other.approval)
    for (const requestState of [undefined, '', 'forged', another]) {
      const told = await call(made.approval, asking, {
        inputResponses,
        ...(requestState !== undefined && { requestState }),
      })
      expect(told).toContain('input_required')
    }
    expect(await spent(made.id)).toBe(false)
    const told = await call(made.approval, asking, { inputResponses, ...(await stateOf(made.approval)) })
    expect(told).not.toContain('input_required')
    expect(await spent(made.id)).toBe(true)
    await close()
  })
})

describe('an approval code', () => {
  it('is refused when it is wrong or of another plan or cost [MCP-9]', async () => {
    const host = await world.open({}, codes())
    const made = await waiting(host)
    const first = await host.call('approve_batch', made.approval)
    expect(first.text).toContain('a person has to agree first')
    const old = codeIn(first)
    const planned = madeIn(await host.call('plan_batch', { batch_id: made.id, instruction: 'also French' }))
    for (const approval_code of ['16-credits-abcdef', old]) {
      const told = await host.call('approve_batch', { ...planned.approval, approval_code })
      expect(told.text).toContain('not valid for this plan and cost')
      expect(codeIn(told)).toContain(`${planned.cost}-credits-`)
    }
    expect(await spent(made.id)).toBe(false)
  })

  it('ends after five wrong ones, also of a restarted program, and a new one is handed out [MCP-9]', async () => {
    const made = await waiting(await world.open())
    const right = await codeFor(made.approval)
    const approval_code = '8-credits-aaaaaa'
    for (let wrong = 0; wrong < 5; wrong += 1) {
      const restarted = await world.open({}, { ...codes(), callerState: createCallerState() })
      expect((await restarted.call('approve_batch', { ...made.approval, approval_code })).failed).toBe(true)
    }
    const host = await world.open({}, codes())
    const told = await host.call('approve_batch', { ...made.approval, approval_code: right })
    expect(told).toMatchObject({ failed: true, text: expect.stringContaining('not valid') })
    expect(await spent(made.id)).toBe(false)
    expect(codeIn(told)).not.toBe(right)
    expect((await host.call('approve_batch', { ...made.approval, approval_code: codeIn(told) })).failed).toBe(false)
  })

  it('is refused after its fifteen minutes [MCP-9]', async () => {
    const host = await world.open({}, codes())
    const made = await waiting(host)
    const approval_code = codeIn(await host.call('approve_batch', made.approval))
    world.skip(16 * 60_000)
    expect(await host.call('approve_batch', { ...made.approval, approval_code })).toMatchObject({ failed: true })
    expect(await spent(made.id)).toBe(false)
  })

  it('outlives the process, since its key does [MCP-9]', async () => {
    const made = await waiting(await world.open())
    const approval_code = await codeFor(made.approval)
    const restarted = await world.open({}, { ...codes(), callerState: createCallerState() })
    const told = await restarted.call('approve_batch', { ...made.approval, approval_code })
    expect(told.failed, told.text).toBe(false)
  })
})

describe('what the operator set', () => {
  it('--consent=required spends only on an accept in the dialog: no code and no yes from elsewhere counts [MCP-9]', async () => {
    const settings = { ...world.parts.settings, consent: 'required' } as const
    const silent = await world.open({}, { settings })
    const made = await waiting(silent)
    const code = await codeFor(made.approval)
    await agreeTo(made.id)
    const told = await silent.call('approve_batch', { ...made.approval, approval_code: code })
    expect(told).toMatchObject({ failed: true, text: expect.stringContaining('consent_required') })
    expect(told.text).toContain('Nothing was spent')
    expect(told.text).toContain('Approve from a host that supports elicitation')
    expect(told.text).not.toContain('"approval_code"')
    const quick = await world.open({ answers: [AT_ONCE] }, { settings, callerState: createCallerState() })
    expect((await quick.call('approve_batch', made.approval)).text).not.toContain('"approval_code"')
    const asking = await world.open({ answers: [ACCEPT] }, { settings, callerState: createCallerState() })
    expect((await asking.call('approve_batch', made.approval)).failed).toBe(false)
  })

  it('--max-credits refuses a dearer approval and asks nobody [MCP-9]', async () => {
    const host = await world.open({ answers: [ACCEPT] }, { settings: { ...world.parts.settings, max_credits: 3 } })
    const made = await waiting(host)
    const told = await host.call('approve_batch', made.approval)
    expect(told).toMatchObject({ failed: true, text: expect.stringContaining('at most 3 credits in one approval') })
    expect(told.text).toContain('--max-credits')
    expect(host.questions).toEqual([])
    expect(await spent(made.id)).toBe(false)
  })
})

describe('where the service has no way to read a plan', () => {
  const service = {
    'GET /v1/account': ACCOUNT,
    'GET /v1/batches/bat_1': batch(),
    'POST /v1/batches/bat_1/plan': planned(),
    'POST /v1/batches/bat_1/approve': { batch: batch({ status: 'translating' }) },
  }
  const approval = { batch_id: 'bat_1', plan_revision: 'pr_k2x' }

  it('the person reads the plan last shown here, and that it is no newer [APR-3]', async () => {
    const { parts } = await cannedParts(service)
    const host = await openHost(parts, { answers: [ACCEPT] })
    await host.call('plan_batch', { batch_id: 'bat_1', instruction: 'into German and Portuguese' })
    expect((await host.call('approve_batch', approval)).failed).toBe(false)
    expect(host.questions[0]).toContain('«legal.notes» (310 words)')
    expect(host.questions[0]).toContain('the plan last shown here')
  })

  it('and none was shown here, the person reads the cost, and that what is left out is not known [APR-3]', async () => {
    const { parts } = await cannedParts(service)
    const host = await openHost(parts, { answers: [ACCEPT] })
    await host.call('approve_batch', approval)
    expect(host.questions[0]).toContain('1,240 credits')
    expect(host.questions[0]).toContain('What is left out could not be read')
  })
})

/** A pass for each request that a host's call makes before the approval itself, counted on a translation of its own. */
async function passesBeforeApproval(host: Host) {
  const made = await waiting(host)
  const before = world.faults.seen.length
  await host.call('approve_batch', made.approval)
  const seen = world.faults.seen.slice(before)
  return seen
    .slice(
      0,
      seen.findIndex(({ path }) => path.endsWith('/approve')),
    )
    .map(() => ({ kind: 'pass' }) as const)
}

describe('an approval', () => {
  it('of a plan that was not read is refused, whatever the person would say [APR-3]', async () => {
    const host = await world.open({ answers: [ACCEPT] })
    const made = await waiting(host)
    const told = await host.call('approve_batch', { batch_id: made.id, plan_revision: 'pr_other' })
    expect(told).toMatchObject({ failed: true, text: expect.stringContaining('plan_changed') })
    expect(host.questions).toEqual([])
    expect(await host.call('approve_batch', { batch_id: made.id })).toMatchObject({
      failed: true,
      text: expect.stringContaining('plan_revision is missing'),
    })
  })

  it('whose answer was lost is found out by reading the translation, and spends once [APR-2, ERR-3]', async () => {
    const host = await world.open({ answers: [ACCEPT] })
    const passes = await passesBeforeApproval(host)
    const made = await waiting(host)
    const before = (await world.call(api.account.get)).credit_balance
    world.faults.script(...passes, { kind: 'lose' })
    const told = await host.call('approve_batch', made.approval)
    expect(world.faults.seen.filter(({ path }) => path.includes(made.id) && path.endsWith('/approve'))).toHaveLength(1)
    expect(told.failed, told.text).toBe(false)
    expect(told.data).toMatchObject({ warnings: [expect.stringContaining('approved once')] })
    expect((await world.call(api.account.get)).credit_balance).toBe(before - made.cost)
  })

  it('shows the person what was not understood, and no empty line where an engine is not named [APR-3]', async () => {
    const asked = plan({ not_understood: ['make it shine'], engine: null })
    const { parts } = await cannedParts({
      'GET /v1/account': ACCOUNT,
      'GET /v1/batches/bat_1': batch(),
      'GET /v1/batches/bat_1/plan': planned({ plan: asked }),
      'POST /v1/batches/bat_1/approve': { batch: batch({ status: 'translating' }) },
    })
    const host = await openHost(parts, { answers: [ACCEPT] })
    await host.call('approve_batch', { batch_id: 'bat_1', plan_revision: 'pr_k2x' })
    expect(host.questions[0]).toContain('Not understood, so not applied: «make it shine»')
    expect(host.questions[0]?.split('\n')).not.toContain('')
  })

  it('that never arrived is not taken for one, and can be sent again [APR-2, ERR-3]', async () => {
    const host = await world.open({ answers: [ACCEPT] })
    const passes = await passesBeforeApproval(host)
    const made = await waiting(host)
    world.faults.script(...passes, { kind: 'reset' })
    expect((await host.call('approve_batch', made.approval)).failed).toBe(true)
    expect(await spent(made.id)).toBe(false)
    expect((await host.call('approve_batch', made.approval)).failed).toBe(false)
  })

  /** A service that refuses the approval because somebody else's came in between: the work has started. */
  async function outrun(code: string) {
    let started = false
    const { parts } = await cannedParts({
      'GET /v1/account': ACCOUNT,
      'GET /v1/batches/bat_1': () => found(batch(started ? { status: 'translating' } : {})),
      'GET /v1/batches/bat_1/plan': planned(),
      'POST /v1/batches/bat_1/approve': () => {
        started = true
        return refused(409, code, 'Somebody was quicker')
      },
    })
    const host = await openHost(parts, { answers: [ACCEPT] })
    const told = await host.call('approve_batch', { batch_id: 'bat_1', plan_revision: 'pr_k2x' })
    expect(started).toBe(true)
    return told
  }

  it('that comes second in a race spends nothing and says so [APR-2]', async () => {
    const told = await outrun('batch_not_awaiting_approval')
    expect(told.failed, told.text).toBe(false)
    expect(told.data).toMatchObject({
      credits_reserved: null,
      warnings: [expect.stringContaining('nothing was spent')],
    })
  })

  it('that is refused for its plan stays refused, although the work has started meanwhile [APR-2]', async () => {
    const told = await outrun('plan_changed')
    expect(told).toMatchObject({ failed: true, text: expect.stringContaining('plan_changed') })
  })

  it('that is repeated spends nothing and says so [APR-2]', async () => {
    const host = await world.open({ answers: [ACCEPT] })
    const made = await waiting(host)
    await host.call('approve_batch', made.approval)
    const again = await host.call('approve_batch', made.approval)
    expect(again.text).toContain('Approved. ')
    expect(again.text).not.toMatch(/reserved|left\./)
    expect(again.data).toMatchObject({
      credits_reserved: null,
      warnings: [expect.stringContaining('nothing was spent')],
    })
    expect(host.questions).toHaveLength(1)
  })

  it('beyond the balance is refused before anybody is asked, and it can still be approved [APR-1]', async () => {
    const poor = await startMcpWorld({ service: { seed_credits: 1, monthly_credits: null } })
    const host = await poor.open({ answers: [ACCEPT] })
    const made = madeIn(
      await host.call('create_batch', {
        content: 'dearer than the balance',
        filename: 'p.txt',
        target_languages: ['de'],
      }),
    )
    const told = await host.call('approve_batch', made.approval)
    expect(told.text).toContain('insufficient_credits')
    expect(told.text).toContain('the translation stays ready for approval')
    expect(host.questions).toEqual([])
    expect(madeIn(await host.call('get_batch', { batch_id: made.id })).status).toBe('awaiting_review')
    await poor.close()
  })
})
