import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import type { Fault, Seen } from '../support/faults.ts'
import { type McpWorld, madeIn, startMcpWorld } from '../support/mcp.ts'

let world: McpWorld

beforeAll(async () => {
  world = await startMcpWorld()
})

const SIGN_IN = { status: 303, headers: { location: 'https://login.test/' } }
const PAGE = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' }

const isApproval = ({ method, path }: Seen) => method === 'POST' && path.endsWith('/approve')
let files = 0

/** Approves a new translation; the fault meets the approval, and the other one what is read after it. */
async function approveWith(fault: Fault, after?: Fault) {
  const host = await world.open({ answers: [{ action: 'accept' }] })
  files += 1
  const file = { content: `Hello ${files}`, filename: `a${files}.txt`, target_languages: ['de'] }
  const made = madeIn(await host.call('create_batch', file))
  const before = (await world.call(api.account.get)).credit_balance
  let isLost = false
  const calledOff = [
    world.faults.always(fault, seen => {
      isLost ||= isApproval(seen)
      return isApproval(seen)
    }),
    ...(after === undefined ? [] : [world.faults.always(after, () => isLost)]),
  ]
  const told = await host.call('approve_batch', made.approval)
  for (const callOff of calledOff) callOff()
  return { told, spent: before - (await world.call(api.account.get)).credit_balance, cost: made.cost }
}

describe('an approval that is answered by something else than the API', () => {
  it.each([
    ['a redirect', SIGN_IN],
    ['a page', PAGE],
  ])('%s: the translation is read, and shows that it counts once [APR-2, ERR-3]', async (_, answer) => {
    const { told, spent, cost } = await approveWith({ kind: 'replace', ...answer })
    expect(told.failed, told.text).toBe(false)
    expect(told.text).toContain('The answer to the approval was lost; the translation shows that it was approved once.')
    expect(spent).toBe(cost)
  })

  it.each([
    ['a redirect', SIGN_IN],
    ['a page', PAGE],
  ])('%s, and it did not arrive: it is told that it may have, and what was read [APR-2, ERR-3]', async (_, answer) => {
    const { told, spent } = await approveWith({ kind: 'answer', ...answer })
    expect(told.failed).toBe(true)
    expect(told.text).toMatch(
      /The approval may have taken effect\. Read afterwards, .*not approved \(waiting for approval\)/,
    )
    expect(told.text).toContain('Check with get_batch whether the work has started before you try again.')
    expect(spent).toBe(0)
  })

  it('and the translation cannot be read either: it is told that nobody knows [APR-2, ERR-3]', async () => {
    const gone = { kind: 'answer', status: 404, body: 'gone' } as const
    const { told } = await approveWith({ kind: 'answer', ...SIGN_IN }, gone)
    expect(told.text).toContain('The approval may have taken effect. The translation could not be read afterwards.')
  })
})
