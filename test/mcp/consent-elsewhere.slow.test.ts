import { setTimeout } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { createCallerState } from '../../src/mcp/caller-state.ts'
import type { OwnPage } from '../../src/mcp/consent/ways.ts'
import type { ServerParts } from '../../src/mcp/context.ts'
import { allowAhead, listAllowances } from '../../src/service/admin/allowances.ts'
import { setLimits } from '../../src/service/admin/limits.ts'
import { APPROVE, HOSTS, type Host, type McpWorld, madeIn, startMcpWorld } from '../support/mcp.ts'

let world: McpWorld
let files = 0
beforeAll(async () => {
  world = await startMcpWorld({ service: { requests_per_minute: 60_000 } })
})

const desk = () => world.desk

/** Opens a connection to a server that looks for answers without waiting long in between. */
const open: McpWorld['open'] = (host, parts) => world.open(host, { pause: ms => setTimeout(Math.min(ms, 5)), ...parts })

async function waiting(host: Host) {
  files += 1
  const content = `Number ${files} of the texts that somebody answers for elsewhere`
  return madeIn(await host.call('create_batch', { content, filename: `e${files}.txt`, target_languages: ['de'] }))
}

async function spent(batch_id: string) {
  const { status } = await world.call(api.batches.get, { params: { batch_id } })
  return ['translating', 'completed'].includes(status)
}

async function questionAbout(batchId: string) {
  const { file_name } = await world.call(api.batches.get, { params: { batch_id: batchId } })
  const found = (await desk().waiting(undefined)).filter(({ lines }) => lines.join().includes(`«${file_name}»`))
  return found[0]
}

/** Answers as soon as the question waits. */
async function answerSoon(batchId: string, answer: 'yes' | 'no') {
  await expect.poll(() => questionAbout(batchId)).toBeDefined()
  return await desk().answer((await questionAbout(batchId))?.id ?? '', answer, 'page', undefined)
}

/** A page that is opened; the person is played by the test. */
function pageOf(shows: boolean) {
  const seen = { addresses: 0, shown: 0 }
  const page: OwnPage = {
    address: async () => {
      seen.addresses += 1
      return 'http://127.0.0.1:1/open/secret'
    },
    show: async () => {
      seen.shown += 1
      return shows
    },
  }
  return { seen, page }
}

function withPage(page: OwnPage): Partial<ServerParts> {
  const { ways } = world.parts
  return { callerState: createCallerState(), ...(ways && { ways: { ...ways, page } }) }
}

describe('where the host has no dialog', () => {
  it('the agent is told the command, and the same call goes on once she agreed there [MCP-9]', async () => {
    const host = await open()
    const made = await waiting(host)
    const told = await host.call('approve_batch', made.approval)
    expect(told).toMatchObject({
      failed: true,
      text: expect.stringContaining(`The person answers in a terminal: ${APPROVE}`),
    })
    expect(told.text).toContain(`Then call approve_batch ${JSON.stringify(made.approval)} again`)
    expect(await spent(made.id)).toBe(false)
    const again = host.call('approve_batch', made.approval)
    expect(await answerSoon(made.id, 'yes')).toBe(true)
    expect((await again).failed, (await again).text).toBe(false)
    expect(await spent(made.id)).toBe(true)
  })

  it('a question shows what a dialog shows [MCP-9, APR-3]', async () => {
    const host = await open()
    const made = await waiting(host)
    await host.call('approve_batch', made.approval)
    const asking = await open({ answers: [{ action: 'cancel' }] })
    await asking.call('approve_batch', made.approval)
    expect((await questionAbout(made.id))?.lines.join('\n')).toBe(asking.questions[0])
  })

  it('a yes is good once, and for nothing else [MCP-9]', async () => {
    const host = await open()
    const [made, other] = [await waiting(host), await waiting(host)]
    await host.call('approve_batch', made.approval)
    await answerSoon(made.id, 'yes')
    const stranger = await open({ principal: 'somebody else' }, { callerState: createCallerState() })
    expect((await stranger.call('approve_batch', made.approval)).failed).toBe(true)
    expect((await host.call('approve_batch', other.approval)).failed).toBe(true)
    const planned = madeIn(await host.call('plan_batch', { batch_id: made.id, instruction: 'also French' }))
    expect((await host.call('approve_batch', planned.approval)).failed).toBe(true)
    expect([await spent(made.id), await spent(other.id)]).toEqual([false, false])
  })

  it('a yes that she gave before is used although the host has a dialog now [MCP-9]', async () => {
    const made = await waiting(await open())
    await (await open()).call('approve_batch', made.approval)
    await answerSoon(made.id, 'yes')
    const asking = await open({ answers: [{ action: 'decline' }] })
    expect((await asking.call('approve_batch', made.approval)).failed).toBe(false)
    expect(asking.questions).toEqual([])
  })

  it('her no ends the waiting call, is told to the next one otherwise, and then a new question may be asked [MCP-9]', async () => {
    const host = await open()
    const made = await waiting(host)
    await host.call('approve_batch', made.approval)
    const again = host.call('approve_batch', made.approval)
    await answerSoon(made.id, 'no')
    expect((await again).text).toContain('The person declined')
    const third = await host.call('approve_batch', made.approval)
    expect(third.text).toContain('in a terminal')
    await answerSoon(made.id, 'no')
    expect((await host.call('approve_batch', made.approval)).text).toContain('The person declined')
    expect(await spent(made.id)).toBe(false)
  })

  it('her no is told to the waiting call also where it came before the call began to look for it [MCP-9]', async () => {
    const { ways } = world.parts
    if (ways === undefined) throw new Error('this server has ways')
    const host = await open()
    const made = await waiting(host)
    await host.call('approve_batch', made.approval)
    let looks = 0
    const questions = new Proxy(ways.questions, {
      get: (real, name) =>
        name !== 'look'
          ? Reflect.get(real, name)
          : async (...asked: Parameters<typeof real.look>) => {
              const known = await real.look(...asked)
              looks += 1
              if (looks === 1) await answerSoon(made.id, 'no')
              return known
            },
    })
    const quick = await open({}, { ways: { ...ways, questions } })
    expect((await quick.call('approve_batch', made.approval)).text).toContain('The person declined')
  })

  it('a call that waited long enough says that the question waits [MCP-8, MCP-9]', async () => {
    let now = Date.now()
    const pause = async (ms: number) => {
      now += ms
    }
    const host = await open({}, { clock: () => now, pause })
    const made = await waiting(host)
    await host.call('approve_batch', made.approval)
    const progress: string[] = []
    const told = await host.call('approve_batch', made.approval, {
      onprogress: ({ message }) => void progress.push(message ?? ''),
    })
    expect(told).toMatchObject({ failed: true, text: expect.stringContaining('outside of this chat') })
    expect(progress).toContain('waiting for a person to approve the cost')
  })

  it('a question ends after its fifteen minutes, unanswered or agreed to [MCP-9]', async () => {
    const host = await open()
    const [one, other] = [await waiting(host), await waiting(host)]
    for (const { approval } of [one, other]) await host.call('approve_batch', approval)
    await answerSoon(other.id, 'yes')
    world.skip(16 * 60_000)
    const late = await open({}, { callerState: createCallerState() })
    for (const { approval, id } of [one, other]) {
      expect((await late.call('approve_batch', approval)).failed).toBe(true)
      expect(await spent(id)).toBe(false)
    }
  })
})

describe('on stdio with a browser', () => {
  it('the page is opened, and its address is nowhere in what the agent gets [MCP-9]', async () => {
    const { page, seen } = pageOf(true)
    const host = await open({}, withPage(page))
    const made = await waiting(host)
    const call = host.call('approve_batch', made.approval)
    await answerSoon(made.id, 'yes')
    expect((await call).failed, (await call).text).toBe(false)
    expect(seen).toEqual({ addresses: 0, shown: 1 })
    expect(host.wire.join('\n')).not.toContain('127.0.0.1')
  })

  it('a page that cannot be opened leaves the command [MCP-9]', async () => {
    const host = await open({}, withPage(pageOf(false).page))
    const made = await waiting(host)
    const told = await host.call('approve_batch', made.approval)
    expect(told.text).toContain(`The person answers in a terminal: ${APPROVE}`)
    expect(told.text).not.toContain('browser')
  })

  it.each(['decline', 'cancel'] as const)(
    'after a %s in the dialog no page opens by itself for it, now or later [MCP-9]',
    async action => {
      const { page, seen } = pageOf(true)
      const parts = withPage(page)
      const made = await waiting(await open())
      const asking = await open({ answers: [{ action, after_ms: 0 }] }, parts)
      expect((await asking.call('approve_batch', made.approval)).text).toContain(APPROVE)
      const silent = await open({}, { ...parts, callerState: createCallerState() })
      expect((await silent.call('approve_batch', made.approval)).text).toContain(APPROVE)
      expect(seen).toEqual({ addresses: 0, shown: 0 })
      expect(await spent(made.id)).toBe(false)
      await answerSoon(made.id, 'yes')
      expect((await asking.call('approve_batch', made.approval)).failed).toBe(false)
    },
  )
})

describe.each(HOSTS)('through %s, which opens pages but shows no dialog', kind => {
  it('the host is asked to open the page, the model never sees its address, and the call goes on after her yes [MCP-9]', async () => {
    const { page, seen } = pageOf(true)
    const made = await waiting(await open())
    const opened: string[] = []
    const opens = (url: string) => {
      opened.push(url)
      void answerSoon(made.id, 'yes')
      return 'accept' as const
    }
    const host = await open({ kind, opens }, withPage(page))
    const told = await host.call('approve_batch', made.approval)
    expect(told.failed, told.text).toBe(false)
    expect(opened).toEqual(['http://127.0.0.1:1/open/secret'])
    expect(seen).toEqual({ addresses: 1, shown: 0 })
    expect(JSON.stringify(told)).not.toContain('127.0.0.1')
  })

  it('a page that could be another user’s is not offered: the command is told [MCP-9]', async () => {
    const page: OwnPage = { address: async () => undefined, show: async () => false }
    const opened: string[] = []
    const opens = (url: string) => {
      opened.push(url)
      return 'accept' as const
    }
    const host = await open({ kind, opens }, withPage(page))
    const made = await waiting(host)
    const told = await host.call('approve_batch', made.approval)
    expect(told).toMatchObject({ failed: true, text: expect.stringContaining(APPROVE) })
    expect([opened, await spent(made.id)]).toEqual([[], false])
  })

  it('an opened page alone spends nothing [MCP-9]', async () => {
    let now = Date.now()
    const pause = async (ms: number) => {
      now += ms
    }
    const parts = { ...withPage(pageOf(true).page), clock: () => now, pause }
    const host = await open({ kind, opens: () => 'accept' }, parts)
    const made = await waiting(host)
    const told = await host.call('approve_batch', made.approval)
    expect(told).toMatchObject({ failed: true, text: expect.stringContaining('open on a page in the browser') })
    expect(await spent(made.id)).toBe(false)
  })

  it.each(['decline', 'cancel'] as const)(
    'a %s of the page is a no, also of a host that gives it by itself [MCP-9]',
    async action => {
      const { page, seen } = pageOf(true)
      let asked = 0
      const opens = () => {
        asked += 1
        return action
      }
      const host = await open({ kind, opens }, withPage(page))
      const made = await waiting(host)
      for (let call = 0; call < 3; call += 1) {
        const told = await host.call('approve_batch', made.approval)
        expect(told).toMatchObject({ failed: true, text: expect.stringContaining(APPROVE) })
        if (call === 0) expect(told.text).toContain('The person declined')
        world.skip(16 * 60_000)
      }
      expect([asked, seen.shown]).toEqual([1, 0])
      expect(await spent(made.id)).toBe(false)
    },
  )
})

describe('a no in the dialog', () => {
  it('holds although the plan changes, or the service is away, while it is given [MCP-9]', async () => {
    for (const kind of HOSTS) {
      const maker = await open()
      const made = await waiting(maker)
      await maker.call('approve_batch', made.approval)
      const meanwhile = async () => {
        await maker.call('plan_batch', { batch_id: made.id, instruction: 'also French' })
      }
      const asking = await open({ kind, answers: [{ action: 'decline' }], meanwhile })
      await asking.call('approve_batch', made.approval)
      const known = await desk().look({ name: '', principal: 'local', batches: [made.id] })
      expect(known.declined_at).toBeDefined()
      expect(await spent(made.id)).toBe(false)
    }
  })

  it('counts also when it comes too late for the question, and shows no other dialog by itself [MCP-9]', async () => {
    const host = await open({ answers: [{ action: 'cancel', after_ms: 11 * 60_000 }] })
    const made = await waiting(host)
    expect((await host.call('approve_batch', made.approval)).text).toContain('The person declined')
    expect(host.questions).toHaveLength(1)
  })

  it('names no place to say yes where only the dialog counts [MCP-9]', async () => {
    const settings = { ...world.parts.settings, consent: 'required' } as const
    const host = await open({ answers: [{ action: 'decline' }] }, { settings })
    const made = await waiting(host)
    expect((await host.call('approve_batch', made.approval)).text).not.toContain('terminal')
    expect(await questionAbout(made.id)).toBeUndefined()
  })
})

describe('a spending limit', () => {
  it('is shown with what it leaves in the question, and refuses what goes beyond it although she agreed [LIM-4, MCP-9]', async () => {
    const limited = await startMcpWorld()
    const limit = { unit: 'credits', period: 'month', currency: null } as const
    const set = (amount: number) => setLimits({ dataDir: limited.dataDir }, 'workspace', [{ ...limit, amount }])
    const host = await limited.open({ answers: [{ action: 'accept' }] })
    const source = { content: 'Good morning, everybody.', filename: 'own.txt', target_languages: ['de'] }
    const made = madeIn(await host.call('create_batch', source))
    await set(made.cost - 1)
    const told = await host.call('approve_batch', made.approval)
    expect(told).toMatchObject({ failed: true, text: expect.stringContaining('admin_required') })
    expect(told.text).toContain('workspaces set local --monthly-credits N')
    await set(1000)
    expect((await host.call('approve_batch', made.approval)).failed).toBe(false)
    expect(host.questions.at(-1)).toContain(
      '1,000 credits are left of the 1,000 credits a month that are the limit for the workspace',
    )
    await limited.close()
  })
})

describe('a plan of the caller’s own model', () => {
  it('asks nothing below the number of tokens that is set, and a person above it, at both doors [MCP-9, ENG-1]', async () => {
    const agent = await startMcpWorld({ service: { engine: 'agent', agent: true } })
    const source = { content: 'Good morning, everybody.', filename: 'own.txt', target_languages: ['de'] }
    const few = { settings: { ...agent.parts.settings, ask_above_tokens: 5 } }
    const asking = await agent.open({ answers: [{ action: 'decline' }] }, few)
    const made = madeIn(await asking.call('create_batch', source))
    for (const tool of ['translate_segments', 'approve_batch']) {
      const told = await asking.call(tool, made.approval)
      expect(told).toMatchObject({ failed: true, text: expect.stringContaining('The person declined') })
    }
    expect(asking.questions[0]).toMatch(/for about \d+ tokens of your assistant's own plan\?/)
    const usual = await agent.open({ answers: [{ action: 'decline' }] })
    expect((await usual.call('translate_segments', made.approval)).failed).toBe(false)
    expect(usual.questions).toEqual([])
    await agent.close()
  })
})

describe('what was booked on an allowance', () => {
  it('is taken back where the approval then did not take place, at both doors [MCP-20]', async () => {
    const settings = { ask_above_tokens: 5 }
    const agent = await startMcpWorld({ service: { engine: 'agent', agent: true }, settings })
    const options = { dataDir: agent.dataDir }
    await allowAhead(options, { unit: 'tokens', amount: 2000, period: 'once', folder: null, until: null })
    const left = async () => (await listAllowances(options))[0]?.left
    const host = await agent.open()
    const source = { content: 'Good morning, everybody.', filename: 'own.txt', target_languages: ['de'] }
    const made = madeIn(await host.call('create_batch', source))
    for (const tool of ['translate_segments', 'approve_batch']) {
      agent.faults.script(...Array(2).fill({ kind: 'pass' }), {
        ...{ kind: 'answer', status: 410 },
        body: { error: { type: 'invalid_request_error', code: 'file_expired', message: 'Gone.' }, request_id: 'req_1' },
      })
      const told = await host.call(tool, made.approval)
      expect(told).toMatchObject({ failed: true, text: expect.stringContaining('file_expired') })
      expect(await left(), tool).toBe(2000)
    }
    expect((await host.call('translate_segments', made.approval)).failed).toBe(false)
    expect(await left()).toBeLessThan(2000)
    await agent.close()
  })
})

describe('what was booked for several translations', () => {
  it('stays for those that were approved alone, where another one is refused [MCP-17, MCP-20]', async () => {
    const own = await startMcpWorld()
    const options = { dataDir: own.dataDir }
    await allowAhead(options, { unit: 'credits', amount: 1000, period: 'once', folder: null, until: null })
    const host = await own.open()
    const [one, other] = [await waiting(host), await waiting(host)]
    const wish = { unit: 'credits', period: 'day', amount: one.cost, currency: null } as const
    await setLimits(options, 'workspace', [wish])
    const told = await host.call('approve_batch', { approvals: [one.approval, other.approval] })
    expect(told.data).toMatchObject({ credits_reserved: one.cost })
    expect(told.text).toContain(`${other.id} was not approved`)
    expect((await listAllowances(options))[0]?.left).toBe(1000 - one.cost)
    const again = await host.call('approve_batch', { approvals: [other.approval] })
    expect(again.failed).toBe(true)
    expect((await listAllowances(options))[0]?.left).toBe(1000 - one.cost)
    await own.close()
  })
})

describe('several translations', () => {
  it('are one question with one total, and one yes starts them all [MCP-9, MCP-17]', async () => {
    const host = await open({ answers: [{ action: 'accept' }] })
    const made = [await waiting(host), await waiting(host), await waiting(host)]
    const approvals = made.map(({ approval }) => approval)
    const told = await host.call('approve_batch', { approvals })
    expect(told.failed, told.text).toBe(false)
    const total = made.reduce((sum, { cost }) => sum + cost, 0)
    expect(host.questions).toHaveLength(1)
    expect(host.questions[0]).toContain(`Translate 3 files for ${total} credits?`)
    for (const { id } of made) expect(await spent(id)).toBe(true)
    expect(told.data).toMatchObject({ credits_reserved: total, batches: made.map(({ id }) => ({ id })) })
  })

  it('stay as they are on one no, each of them, also one alone [MCP-9]', async () => {
    const host = await open({ answers: [{ action: 'decline' }] })
    const made = [await waiting(host), await waiting(host)]
    await host.call('approve_batch', { approvals: made.map(({ approval }) => approval) })
    const { page, seen } = pageOf(true)
    const silent = await open({}, withPage(page))
    const [first] = made
    await silent.call('approve_batch', { ...first?.approval })
    expect(seen.shown).toBe(0)
    for (const { id } of made) expect(await spent(id)).toBe(false)
  })

  it('of which one was approved before ask for the others alone', async () => {
    const host = await open({ answers: [{ action: 'accept' }] })
    const [one, other] = [await waiting(host), await waiting(host)]
    await host.call('approve_batch', one.approval)
    const told = await host.call('approve_batch', { approvals: [one.approval, other.approval] })
    expect(told.data).toMatchObject({ credits_reserved: other.cost, warnings: [expect.stringContaining('before')] })
    expect(host.questions[1]).toContain(`for ${other.cost} credits?`)
  })

  it.each([
    [{}, 'batch_id is missing'],
    [{ batch_id: 'bat_1' }, 'plan_revision is missing'],
    [{ batch_id: 'bat_1', approvals: [{ batch_id: 'bat_1', plan_revision: 'pr_1' }] }, 'not both'],
    [
      {
        approvals: [
          { batch_id: 'b', plan_revision: 'p' },
          { batch_id: 'b', plan_revision: 'q' },
        ],
      },
      'twice',
    ],
  ])('are named in one way: %j is refused', async (input, words) => {
    const told = await (await open()).call('approve_batch', input)
    expect(told).toMatchObject({ failed: true, text: expect.stringContaining(words) })
  })
})

it('questions that cannot be kept spend nothing, and the operator hears why [MCP-9]', async () => {
  const lost = () => Promise.reject(new Error('disk full'))
  const { ways } = world.parts
  const refusing = ways && { ways: { ...ways, questions: { ...ways.questions, look: lost } } }
  const host = await open({ answers: [{ action: 'accept' }] }, { ...refusing })
  const made = await waiting(host)
  const told = await host.call('approve_batch', made.approval)
  expect(told).toMatchObject({ failed: true, text: expect.stringContaining('consent_unavailable') })
  expect(world.reported.join('\n')).toContain('disk full')
  expect([host.questions, await spent(made.id)]).toEqual([[], false])
})
