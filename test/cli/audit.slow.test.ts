import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { api } from '../../src/contract/operations.ts'
import { SCOPE_NAMES } from '../../src/contract/scopes.ts'
import { countStranger, recordEvent } from '../../src/service/store/audit.ts'
import { write } from '../../src/service/store/database.ts'
import { follow, reaches } from '../support/flow.ts'
import { ran } from '../support/ran.ts'
import { type OAuthWorld, PASSWORD, signIn, startOAuthWorld } from '../support/sign-in.ts'
import { startWorld } from '../support/world.ts'

const ALL = SCOPE_NAMES.join(' ')

let world: OAuthWorld
/** What each approval reserved, and of which batch. */
const spent: { batch_id: string; credits: number }[] = []
let connection = ''
let start = 0

const command = (...argv: readonly string[]) => ran(argv, { TRANSLATION_DATA_DIR: world.dataDir })

const Entry = z.looseObject({
  id: z.string(),
  at: z.iso.datetime(),
  kind: z.string(),
  by: z.string().nullable(),
  member: z.string().nullable(),
})

/** The entries in JSON lines. */
const entriesIn = (lines: string) =>
  lines.split('\n').flatMap(line => (line === '' ? [] : [Entry.parse(JSON.parse(line))]))

async function events(...more: readonly string[]) {
  const { code, stdout, stderr } = await command('audit', '--json', ...more)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return entriesIn(stdout)
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

describe('asked for a part of the audit log', () => {
  it('it has pages, which neither skip nor repeat an entry [OAU-2]', async () => {
    const all = await events()
    const seen: string[] = []
    let more: string[] = []
    for (let page = 0; page < all.length; page++) {
      const { stdout, stderr, code } = await command('audit', '--json', '--limit', '3', ...more)
      expect(code).toBe(0)
      const found = entriesIn(stdout).map(({ id }) => id)
      seen.push(...found)
      const next = /^Older entries are left out\. The next ones follow with (--cursor) (aud_\w+)\.\n$/.exec(stderr)
      if (next === null) break
      expect([found.length, next[2]]).toEqual([3, found.at(-1)])
      more = next.slice(1)
    }
    expect(seen).toEqual(all.map(({ id }) => id))
    const lost = await command('audit', '--cursor', 'aud_none')
    expect(lost).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('no entry aud_none') })
  })

  it('it takes the part before a moment, from one on, or between two [OAU-2]', async () => {
    const all = await events()
    const middle = all[4]?.at ?? ''
    expect(await events('--until', middle)).toEqual(all.filter(({ at }) => at < middle))
    const from = all.at(-2)?.at ?? ''
    expect(await events('--since', from, '--until', middle)).toEqual(all.filter(({ at }) => at >= from && at < middle))
  })

  it('it takes what somebody did or was concerned by: a member, the operator, a program, a key or an address [OAU-2]', async () => {
    const all = await events()
    const olga = await events('--who', 'olga')
    expect(olga.length).toBeGreaterThan(3)
    expect(olga).toEqual(all.filter(({ by, member }) => by === 'olga' || member === 'olga'))
    const operator = await events('--who', 'operator')
    expect(operator).toEqual(all.filter(({ by }) => by === 'operator'))
    const spending = { kind: 'spending_approved', batch_id: spent[1]?.batch_id }
    expect(await events('--who', 'test')).toMatchObject([spending])
    const program = await events('--who', 'translation-cli', '--what', 'spending_approved')
    expect(program).toMatchObject([{ batch_id: spent[0]?.batch_id, by: 'olga' }])
    const here = await events('--who', '127.0.0.1')
    expect(new Set(here.map(({ kind }) => kind))).toEqual(new Set(['signed_in', 'sign_in_refused']))
    const nothing = await command('audit', '--who', '192.0.2.1')
    expect(nothing).toEqual({ code: 0, stdout: '', stderr: 'No entry of the audit log fits.\n' })
    const nobody = await command('audit', '--who', 'olag')
    expect(nobody).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('is called "olag"') })
  })

  it('it takes some kinds, and names the nearest for a word that is none [OAU-2]', async () => {
    const all = await events()
    const wanted = ['spending_approved', 'member_removed']
    expect(await events('--what', wanted.join(','))).toEqual(all.filter(({ kind }) => wanted.includes(kind)))
    const wrong = await command('audit', '--what', 'spending_aproved')
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean spending_approved?') })
  })
})

describe('what the audit log tells besides', () => {
  it('are sign-ins: who, by which program, from where, and how often in an hour [OAU-1, OAU-2]', async () => {
    const before = (await ofKind('signed_in')).find(({ by }) => by === 'ada')
    await signIn(world, { member: 'ada' })
    const [entry] = (await ofKind('signed_in')).filter(({ by }) => by === 'ada')
    expect(entry).toMatchObject({ by: 'ada', client: { id: 'translation-cli' }, address: '127.0.0.1' })
    expect([entry?.id, entry?.times]).toEqual([before?.id, Number(before?.times) + 1])
    const { stdout } = await command('audit', '--what', 'signed_in', '--who', 'ada')
    expect(stdout).toMatch(
      / signed_in {2}\d times until [\d:]{8}Z {2}by ada {2}client translation-cli {2}from 127\.0\.0\.1\n$/,
    )
  })

  it('are keys that were made, rotated and revoked, credits that were granted, and a memory that was cleared [KEY-2, CRD-3]', async () => {
    const made = JSON.parse((await command('keys', 'create', '--name', 'ci', '--json')).stdout).key.id
    const rotated = JSON.parse((await command('keys', 'rotate', made, '--json')).stdout).key.id
    await command('keys', 'revoke', rotated)
    await command('credits', 'grant', '500')
    await command('memory', 'clear')
    const { stdout } = await command('audit', '--json', '--limit', '5')
    const [memory, credits, revoked, replaced, created] = entriesIn(stdout)
    expect(memory).toMatchObject({
      kind: 'memory_cleared',
      by: 'operator',
      detail: { translations: expect.any(Number) },
    })
    expect(credits).toMatchObject({ kind: 'credits_granted', by: 'operator', credits: 500 })
    expect(revoked).toMatchObject({ kind: 'key_revoked', by: 'operator', client: { id: rotated, name: 'ci' } })
    expect(replaced).toMatchObject({ kind: 'key_rotated', client: { id: rotated }, detail: { replaces: made } })
    expect(created).toMatchObject({ kind: 'key_created', client: { id: made, name: 'ci' }, detail: { name: 'ci' } })
  })

  it('are downloads of results: by which key or connection of whom, counted by the hour [RES-1, OAU-2]', async () => {
    const scope = 'account:read batches:read'
    const { access_token: key } = await signIn(world, { member: 'ada', scope })
    const batch_id = spent[1]?.batch_id ?? ''
    await reaches(world, batch_id, 'completed')
    const { url } = await world.call(api.batches.result, { key, params: { batch_id } })
    expect([(await follow(url)).status, (await follow(url)).status]).toEqual([200, 200])
    const [entry] = await ofKind('result_downloaded')
    expect(entry).toMatchObject({ by: 'ada', batch_id, times: 2, client: { id: 'translation-cli' } })
    const other = url.replace(/by=\w+/, `by=${connection}`)
    expect((await follow(other)).status).toBe(404)
  })

  it('are settings that a start of the service changes [CRD-3]', async () => {
    const again = await startWorld({ dataDir: world.dataDir, settings: { monthly_credits: 5 } })
    await again.close()
    expect(await ofKind('settings_changed')).toMatchObject([
      { by: 'operator', detail: { monthly_credits: { before: 100_000, after: 5 } } },
    ])
  })
})

describe('strangers', () => {
  it('push nothing out of the audit log: 1,010 failed sign-ins are one line [OAU-2]', async () => {
    const before = await command('audit')
    const moment = { now: Date.now() + 1000, newId: world.newId }
    const event = {
      kind: 'sign_in_refused',
      workspace_id: null,
      address: '203.0.113.9',
      detail: { name: 'x' },
    } as const
    await write(world.db, async tx => {
      for (let turn = 0; turn < 1010; turn++) await countStranger(tx, moment, event)
    })
    const { stdout } = await command('audit')
    expect(stdout).toMatch(/^[^\n]+ sign_in_refused {2}1,010 times until [^\n]+\n/)
    expect(stdout.split('\n').slice(1).join('\n')).toBe(before.stdout)
  })
})

describe('a long audit log', () => {
  it('is written as it is read, one entry a line, whole for a program and its newest 1,000 for people [OAU-2]', async () => {
    const moment = { now: Date.now(), newId: world.newId }
    await write(world.db, async tx => {
      for (let turn = 0; turn < 1200; turn++) {
        await recordEvent(tx, moment, { kind: 'ceiling_changed', workspace_id: world.workspace.id })
      }
    })
    expect((await events()).length).toBeGreaterThan(1200)
    const people = await command('audit')
    expect(people.stdout.split('\n')).toHaveLength(1001)
    expect(people.stderr).toContain('Older entries are left out.')
  })
})
