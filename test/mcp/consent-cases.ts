import { expect } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { createCallerState } from '../../src/mcp/caller-state.ts'
import type { McpSettings } from '../../src/mcp/context.ts'
import { allowAhead, revokeAllowance } from '../../src/service/admin/allowances.ts'
import { type Answer, codeIn, type Host, type HostOptions, type McpWorld, madeIn, type Told } from '../support/mcp.ts'

type Made = ReturnType<typeof madeIn>

/** Where a case is played: one client over one transport. */
export interface Stage {
  readonly world: McpWorld
  /** Opens the host of the case; each is another process, which remembers nothing of the ones before. */
  open(options?: Omit<HostOptions, 'kind' | 'over'>, settings?: Partial<McpSettings>): Promise<Host>
  /** A paid translation that waits for approval, the price `made.cost`. */
  waiting(): Promise<Made>
}

/** One case: who is asked how, and what may be spent at most. */
export interface ConsentCase {
  readonly name: string
  /** Plays the case with a translation, and gives what the agent was told at last. */
  readonly play: (stage: Stage, made: Made) => Promise<Told>
  /** What is spent of the cost of the one translation. */
  readonly spends: 'once' | 'nothing'
  /** What the agent is told. */
  readonly says: RegExp
}

const ACCEPT: Answer = { action: 'accept' }
const DECLINE: Answer = { action: 'decline' }
const NO = /The person declined: nothing was spent/
const WAITS = /a person has to agree first/i

const approve = (host: Host, made: Made, more: object = {}) => host.call('approve_batch', { ...made.approval, ...more })

/** A file that a sample can be made of. */
const SAMPLED = JSON.stringify(
  Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`k${at}`, `Text ${at} of it`])),
)

/** A yes at the terminal to the question about a translation. */
async function agree({ world }: Stage, { id }: Made, of = ''): Promise<void> {
  const { file_name } = await world.call(api.batches.get, { params: { batch_id: id } })
  const about = (await world.desk.waiting(undefined)).find(({ lines }) => lines.join().includes(`«${file_name}${of}»`))
  expect(await world.desk.answer(about?.id ?? '', 'yes', 'terminal', undefined)).toBe(true)
}

/** The code that is handed out for a translation. */
async function codeFor(stage: Stage, made: Made): Promise<string> {
  return codeIn(await approve(await stage.open({}, { consent: 'code' }), made))
}

async function withCode(stage: Stage, made: Made, approval_code: string): Promise<Told> {
  return await approve(await stage.open({}, { consent: 'code' }), made, { approval_code })
}

async function allowed(stage: Stage, amount: number, made: Made): Promise<Told> {
  const given = { unit: 'credits', amount, period: 'once', folder: null, until: null } as const
  const { id } = await allowAhead({ dataDir: stage.world.dataDir }, given)
  const told = await approve(await stage.open(), made)
  await revokeAllowance({ dataDir: stage.world.dataDir }, id)
  return told
}

/** Every way in which a spending is asked for, or somebody tries to get round the asking (MCP-9, APR-3). */
export const CONSENT_CASES: readonly ConsentCase[] = [
  {
    name: 'the host shows the question and the person accepts',
    play: async (stage, made) => await approve(await stage.open({ answers: [ACCEPT] }), made),
    spends: 'once',
    says: /credits reserved/,
  },
  {
    name: 'the host cannot ask: nobody has answered yet',
    play: async (stage, made) => await approve(await stage.open(), made),
    spends: 'nothing',
    says: WAITS,
  },
  {
    name: 'the host cannot ask, and the person says yes in a terminal: the same call goes on',
    play: async (stage, made) => {
      await approve(await stage.open(), made)
      await agree(stage, made)
      return await approve(await stage.open(), made)
    },
    spends: 'once',
    says: /credits reserved/,
  },
  {
    name: 'a sample is asked for, and the yes to it is tried for the whole: the host cannot ask',
    play: async (stage, made) => {
      const { world } = stage
      const small = { content: SAMPLED, filename: `${made.id}.json`, target_languages: ['de'] }
      const large = madeIn(await (await stage.open()).call('create_batch', small))
      const before = (await world.call(api.credits.get)).balance
      await approve(await stage.open(), large, { sample: true })
      await agree(stage, large, ' (sample)')
      const told = await approve(await stage.open(), large)
      expect((await world.call(api.credits.get)).balance).toBe(before)
      return told
    },
    spends: 'nothing',
    says: WAITS,
  },
  {
    name: 'the whole is asked for, and the yes to it is tried for its sample: the host cannot ask',
    play: async (stage, made) => {
      const small = { content: SAMPLED, filename: `${made.id}.json`, target_languages: ['de'] }
      const large = madeIn(await (await stage.open()).call('create_batch', small))
      await approve(await stage.open(), large)
      await agree(stage, large)
      return await approve(await stage.open(), large, { sample: true })
    },
    spends: 'nothing',
    says: WAITS,
  },
  {
    name: 'the host declines at once, without showing anything',
    play: async (stage, made) =>
      await approve(await stage.open({ answers: [{ action: 'decline', after_ms: 0 }] }), made),
    spends: 'nothing',
    says: NO,
  },
  {
    name: 'the person says no, and no again when the agent tries once more',
    play: async (stage, made) => {
      const host = await stage.open({ answers: [DECLINE] })
      await approve(host, made)
      const told = await approve(host, made)
      expect(host.questions).toHaveLength(2)
      return told
    },
    spends: 'nothing',
    says: NO,
  },
  {
    name: 'the person says no, and yes when she is asked again',
    play: async (stage, made) => {
      const host = await stage.open({ answers: [DECLINE, ACCEPT] })
      await approve(host, made)
      return await approve(host, made)
    },
    spends: 'once',
    says: /credits reserved/,
  },
  {
    name: 'after her no, another process of a host without a dialog tries it',
    play: async (stage, made) => {
      await approve(await stage.open({ answers: [DECLINE] }), made)
      return await approve(await stage.open(), made)
    },
    spends: 'nothing',
    says: WAITS,
  },
  {
    name: 'the person cancels the question',
    play: async (stage, made) => await approve(await stage.open({ answers: [{ action: 'cancel' }] }), made),
    spends: 'nothing',
    says: NO,
  },
  {
    name: 'the call is cancelled while the question is open',
    play: async (stage, made) => {
      const stop = new AbortController()
      const host = await stage.open({ answers: [ACCEPT], meanwhile: async () => stop.abort() })
      const told = await host.call('approve_batch', made.approval, { signal: stop.signal }).catch(() => undefined)
      return told ?? { text: 'cancelled', failed: true, data: {}, links: [] }
    },
    spends: 'nothing',
    says: /cancelled/,
  },
  {
    name: 'the plan changes while the question is read',
    play: async (stage, made) => {
      const plan = () =>
        stage.world.call(api.batches.plan, { params: { batch_id: made.id }, body: { instruction: 'also French' } })
      return await approve(await stage.open({ answers: [ACCEPT], meanwhile: async () => void (await plan()) }), made)
    },
    spends: 'nothing',
    says: /plan_changed/,
  },
  {
    name: 'the price changes while the question is read: the new one is asked for, and she declines that',
    play: async (stage, made) => {
      const { call, faults } = stage.world
      const planned = await call(api.batches.getPlan, { params: { batch_id: made.id } })
      const credit_cost = made.cost + 7
      const data = { ...planned, credit_cost, plan: { ...planned.plan, credit_cost } }
      const body = { data, request_id: 'req_dearer' }
      let end: () => void = () => undefined
      const dearer = async () => {
        end = faults.always(
          { kind: 'replace', status: 200, body },
          ({ method, path }) => method === 'GET' && path.endsWith('/plan'),
        )
      }
      const answers = [ACCEPT, DECLINE]
      let asked = 0
      const meanwhile = async () => {
        asked += 1
        if (asked === 1) await dearer()
      }
      const host = await stage.open({ answers, meanwhile })
      const told = await approve(host, made)
      end()
      expect(host.questions.map(text => /(\d+) credits/.exec(text)?.[1])).toEqual([`${made.cost}`, `${made.cost + 7}`])
      return told
    },
    spends: 'nothing',
    says: NO,
  },
  {
    name: 'a yes to one translation is used for another',
    play: async (stage, made) => {
      const other = await stage.waiting()
      await approve(await stage.open(), other)
      await agree(stage, other)
      return await approve(await stage.open(), made)
    },
    spends: 'nothing',
    says: WAITS,
  },
  {
    name: 'a yes to an earlier plan is used for the plan as it is now',
    play: async (stage, made) => {
      await approve(await stage.open(), made)
      await agree(stage, made)
      const params = { batch_id: made.id }
      const { plan } = await stage.world.call(api.batches.plan, { params, body: { instruction: 'also French' } })
      return await (await stage.open()).call('approve_batch', { ...params, plan_revision: plan?.plan_revision })
    },
    spends: 'nothing',
    says: WAITS,
  },
  {
    name: 'two calls at once, one yes',
    play: async (stage, made) => {
      const hosts = [await stage.open({ answers: [ACCEPT] }), await stage.open({ answers: [ACCEPT] })]
      const told = await Promise.all(hosts.map(host => approve(host, made)))
      return told.find(({ failed }) => !failed) ?? { text: 'both failed', failed: true, data: {}, links: [] }
    },
    spends: 'once',
    says: /Approved/,
  },
  {
    name: 'a yes is used a second time, for the same file made anew',
    play: async (stage, made) => {
      await approve(await stage.open(), made)
      await agree(stage, made)
      await approve(await stage.open(), made)
      return await approve(await stage.open(), await stage.waiting())
    },
    spends: 'once',
    says: WAITS,
  },
  {
    name: 'codes are off, and the agent makes one up',
    play: async (stage, made) =>
      await approve(await stage.open(), made, { approval_code: `${made.cost}-credits-k7q2mx` }),
    spends: 'nothing',
    says: WAITS,
  },
  {
    name: 'codes are on, and the agent guesses',
    play: async (stage, made) => {
      await codeFor(stage, made)
      return await withCode(stage, made, `${made.cost}-credits-k7q2mx`)
    },
    spends: 'nothing',
    says: /approval_code is not valid/,
  },
  {
    name: 'codes are on, and the right one is passed on',
    play: async (stage, made) => await withCode(stage, made, await codeFor(stage, made)),
    spends: 'once',
    says: /credits reserved/,
  },
  {
    name: 'a code is older than fifteen minutes',
    play: async (stage, made) => {
      const code = await codeFor(stage, made)
      stage.world.skip(16 * 60_000)
      return await withCode(stage, made, code)
    },
    spends: 'nothing',
    says: /approval_code is not valid/,
  },
  {
    name: 'a code of another translation',
    play: async (stage, made) => await withCode(stage, made, await codeFor(stage, await stage.waiting())),
    spends: 'nothing',
    says: /approval_code is not valid|a person has to agree first/,
  },
  {
    name: 'a code where the host has a dialog, and the person says no',
    play: async (stage, made) => {
      const approval_code = await codeFor(stage, made)
      return await approve(await stage.open({ answers: [DECLINE] }, { consent: 'code' }), made, { approval_code })
    },
    spends: 'nothing',
    says: NO,
  },
  {
    name: '--consent required, and the host cannot ask',
    play: async (stage, made) => await approve(await stage.open({}, { consent: 'required' }), made),
    spends: 'nothing',
    says: /only a person may agree to spend, and this host cannot show the question/,
  },
  {
    name: '--consent required, and a yes was given in a terminal',
    play: async (stage, made) => {
      await approve(await stage.open(), made)
      await agree(stage, made)
      return await approve(await stage.open({}, { consent: 'required' }), made)
    },
    spends: 'nothing',
    says: /only a person may agree to spend/,
  },
  {
    name: '--max-credits below the cost: refused, and nobody is asked',
    play: async (stage, made) => {
      const host = await stage.open({ answers: [ACCEPT] }, { max_credits: made.cost - 1 })
      const told = await approve(host, made)
      expect(host.questions).toHaveLength(0)
      return told
    },
    spends: 'nothing',
    says: /the operator allows at most/,
  },
  {
    name: 'an allowance that covers the cost: nobody is asked',
    play: async (stage, made) => await allowed(stage, made.cost, made),
    spends: 'once',
    says: /credits reserved/,
  },
  {
    name: 'an allowance that does not cover it',
    play: async (stage, made) => await allowed(stage, made.cost - 1, made),
    spends: 'nothing',
    says: WAITS,
  },
  {
    name: 'a plan revision that nobody was shown',
    play: async (stage, made) =>
      await (await stage.open({ answers: [ACCEPT] })).call('approve_batch', {
        ...made.approval,
        plan_revision: 'pr_other',
      }),
    spends: 'nothing',
    says: /plan_changed/,
  },
]

/** A host of its own for each call: another process, over the transport of the stage. */
export const forgotten = () => ({ callerState: createCallerState() })
