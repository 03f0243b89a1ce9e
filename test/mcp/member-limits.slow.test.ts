import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { api } from '../../src/contract/operations.ts'
import { setLimits } from '../../src/service/admin/limits.ts'
import { createMenu } from '../support/flow.ts'
import { callTool, modern, modernHeaders, post } from '../support/http.ts'
import { toldOf } from '../support/mcp.ts'
import { signIn } from '../support/sign-in.ts'
import { startTeam, type Team } from '../support/team.ts'

let team: Team
beforeAll(async () => {
  team = await startTeam()
  const { dataDir } = team.world
  await setLimits({ dataDir }, { member: 'olga' }, [{ unit: 'credits', period: 'month', amount: 9, currency: null }])
  await setLimits({ dataDir }, { member: 'ada' }, [{ unit: 'tokens', period: 'day', amount: 70, currency: null }])
  await setLimits({ dataDir }, 'workspace', [{ unit: 'credits', period: 'day', amount: 500, currency: null }])
})

const SPENDING = 'account:read batches:read batches:create'
const FORMS = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } }
const Asked = z.looseObject({ result: z.looseObject({ requestState: z.string() }) })

/** Approves as a host of today does it that shows the question in its own dialog, where the member says yes. */
async function approveByDialog(token: string, input: object) {
  const call = async (more: object) => {
    const message = modern('tools/call', { name: 'approve_batch', arguments: input, ...more })
    const [, { params }] = [
      message,
      z.object({ params: z.looseObject({ _meta: z.object({}).loose() }) }).parse(message),
    ]
    const declaring = { ...message, params: { ...params, _meta: { ...params._meta, ...FORMS } } }
    const headers = { ...modernHeaders('tools/call', 'approve_batch'), authorization: `Bearer ${token}` }
    return await post(team.mcp, declaring, headers)
  }
  const { requestState } = Asked.parse(JSON.parse((await call({})).text)).result
  const answered = await call({ requestState, inputResponses: { approval: { action: 'accept', content: {} } } })
  return toldOf(Asked.extend({ result: z.looseObject({}) }).parse(JSON.parse(answered.text)).result)
}

describe('a limit of a member, over her connection', () => {
  it('refuses what goes beyond it with 403 admin_required, and names who can raise it [LIM-4]', async () => {
    const { access_token: key } = await signIn(team.world, { member: 'olga', scope: SPENDING })
    const token = await team.token({ member: 'olga', scope: SPENDING })
    const [first, second] = [await createMenu(team.world), await createMenu(team.world, 'Into French.')]
    const inputOf = ({ batch, plan_revision }: typeof first) => ({ batch_id: batch.id, plan_revision })
    expect((await approveByDialog(token, inputOf(first))).text).toMatch(/^Approved: 8 credits reserved/)
    const params = { batch_id: second.batch.id }
    const refused = await team.world.refuse(api.batches.approve, { params, body: {}, key })
    const why =
      'The limit of the member olga is 9 credits a month; 8 credits are taken, and this needs 8 credits. Nothing was spent. ' +
      'Who can raise it: an admin of the workspace (admin) or its operator, by translation-mcp members set olga --monthly-credits N.'
    expect(refused).toMatchObject({ status: 403, code: 'admin_required', message: why })
    const told = await approveByDialog(token, inputOf(second))
    expect(told.failed).toBe(true)
    expect(told.text).toContain(why)
    // The limit is hers alone.
    await team.world.call(api.batches.approve, { params, body: {} })
  })

  it('is shown to her with that of her workspace, and to nobody else [LIM-4]', async () => {
    const limitsOf = async (member: 'ada' | 'olga' | 'rita') => {
      const { told } = await callTool(team.mcp, await team.token({ member, scope: 'account:read' }), 'get_account')
      const limits = z.array(z.looseObject({ of: z.string(), amount: z.number() })).parse(told?.data.limits)
      return { limits: limits.map(({ of, amount }) => `${of} ${amount}`), text: told?.text ?? '' }
    }
    const [ada, olga, rita] = [await limitsOf('ada'), await limitsOf('olga'), await limitsOf('rita')]
    expect(ada.limits).toEqual(['workspace 500', 'member 70'])
    expect(olga.limits).toEqual(['workspace 500', 'member 9'])
    expect(rita.limits).toEqual(['workspace 500'])
    expect(olga.text).toContain('left of 9 credits a month for this member')
    expect(ada.text).not.toContain('9 credits a month')
  })
})
