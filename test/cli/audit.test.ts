import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { api } from '../../src/contract/operations.ts'
import { SCOPE_NAMES } from '../../src/contract/scopes.ts'
import { ran } from '../support/ran.ts'
import { type OAuthWorld, PASSWORD, signIn, startOAuthWorld } from '../support/sign-in.ts'

const ALL = SCOPE_NAMES.join(' ')

let world: OAuthWorld
/** What each approval reserved, and of which batch. */
const spent: { batch_id: string; credits: number }[] = []
let connection = ''
let start = 0

const command = (...argv: readonly string[]) => ran(argv, { TRANSLATION_DATA_DIR: world.dataDir })

const Events = z.object({
  has_more: z.boolean(),
  events: z.array(z.looseObject({ at: z.iso.datetime(), kind: z.string(), by: z.string().nullable() })),
})

async function events(...more: readonly string[]) {
  const { code, stdout, stderr } = await command('audit', '--json', ...more)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return Events.parse(JSON.parse(stdout)).events
}

const ofKind = async (kind: string) => (await events()).filter(event => event.kind === kind)

/** Has a file translated, to the approval of what it costs. */
async function spend(key: string): Promise<void> {
  const body = { content: 'Hello there', filename: `${spent.length}.txt`, instruction: 'Translate to German' }
  const { batch, plan } = await world.call(api.batches.create, { key, body })
  const approval = { params: { batch_id: batch.id }, body: { expected_plan_revision: plan?.plan_revision ?? '' } }
  const { credits_reserved } = await world.call(api.batches.approve, { key, ...approval })
  spent.push({ batch_id: batch.id, credits: credits_reserved ?? 0 })
}

beforeAll(async () => {
  start = Date.now()
  world = await startOAuthWorld()
  const { access_token: key } = await signIn(world, { member: 'olga', scope: ALL })
  connection = (await world.call(api.account.get, { key })).credential.id
  await spend(key)
  await spend((await world.issueKey(SCOPE_NAMES)).secret)
  await signIn(world, { member: 'rita', scope: 'batches:create' }).catch(() => {})
  await signIn(world, { member: 'ada', deny: true }).catch(() => {})
  await signIn(world, { name: 'mallory', password: 'guess' }).catch(() => {})
  await command('members', 'set', 'olga', '--scopes', 'account:read')
  await command('members', 'remove', 'rita')
})

describe('the audit log', () => {
  it('tells who approved which spending: member, program, batch and credits, or the workspace key [OAU-2, CRD-2]', async () => {
    const approvals = await ofKind('spending_approved')
    expect(approvals.toReversed()).toMatchObject([
      { by: 'olga', member: 'olga', client: { id: 'translation-cli', name: 'Translation command line' }, ...spent[0] },
      { by: null, member: null, client: { id: expect.stringMatching(/^key_/), name: 'test' }, ...spent[1] },
    ])
    expect(approvals[1]).toMatchObject({ connection_id: connection })
    expect(spent.every(({ credits }) => credits > 0)).toBe(true)
    const { stdout } = await command('audit')
    const line = stdout.split('\n').find(text => text.includes(spent[0]?.batch_id ?? '-')) ?? ''
    expect(line).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ {2}spending_approved {2}by olga {2}client "Translation command line" translation-cli {2}bat_\w+ {2}\d+ credits?/,
    )
  })

  it('tells grants and refusals, and what was over the ceiling [OAU-2, OAU-3]', async () => {
    const [granted] = await ofKind('connection_granted')
    expect(granted).toMatchObject({ by: 'olga', connection_id: connection, detail: { granted: [...SCOPE_NAMES] } })
    const refusals = await ofKind('connection_refused')
    expect(refusals.map(({ by, detail }) => [by, detail])).toEqual([
      ['ada', { why: 'cancelled' }],
      ['rita', { why: 'over the ceiling' }],
    ])
    expect(await ofKind('sign_in_refused')).toMatchObject([{ by: null, detail: { name: 'mallory' } }])
  })

  it('tells changed ceilings, removals and revocations, and that the operator did it [OAU-3]', async () => {
    const [change] = await ofKind('ceiling_changed')
    expect(change).toMatchObject({ by: 'operator', member: 'olga', detail: { after: ['account:read'] } })
    expect(await ofKind('member_removed')).toMatchObject([{ by: 'operator', member: 'rita' }])
    const { stdout } = await command('audit')
    expect(stdout).toContain(`ceiling_changed  by operator  member olga  taken ${SCOPE_NAMES.slice(1).join(',')}`)
    const { access_token: token } = await signIn(world, { member: 'ada' })
    const form = new URLSearchParams({ token, client_id: 'translation-cli' })
    await fetch(`${world.issuer}/oauth/revoke`, { method: 'POST', body: form })
    expect(await ofKind('connection_revoked')).toMatchObject([{ by: 'client', member: 'ada' }])
  })

  it('is newest first, and begins where it is told to', async () => {
    const all = await events()
    const moments = all.map(({ at }) => at)
    expect(moments).toEqual([...moments].sort().reverse())
    expect(await events('--since', new Date(start - 1000).toISOString())).toEqual(all)
    expect(await events('--since', '2000-01-01')).toEqual(all)
    const middle = moments[3] ?? ''
    expect(await events('--since', middle)).toEqual(all.filter(({ at }) => at >= middle))
    const later = await command('audit', '--since', '2999-01-01')
    expect(later).toEqual({ code: 0, stdout: '', stderr: 'Nothing happened in that time.\n' })
  })

  it('holds no password, no token and nothing that moves a terminal', async () => {
    await signIn(world, { name: 'evil\u001b[31m\nname', password: PASSWORD }).catch(() => {})
    const { stdout } = await command('audit')
    expect(stdout).toContain('name evil‹U+001B›[31m')
    expect(stdout).not.toContain('\u001b')
    for (const secret of [PASSWORD, 'guess', '$argon2', world.key]) expect(stdout).not.toContain(secret)
  })
})
