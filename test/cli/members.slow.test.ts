import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { api } from '../../src/contract/operations.ts'
import { SCOPE_NAMES } from '../../src/contract/scopes.ts'
import { DEFAULT_CEILING } from '../../src/service/domain/ceiling.ts'
import { ran } from '../support/ran.ts'
import { type OAuthWorld, PASSWORD, signIn, startOAuthWorld } from '../support/sign-in.ts'

/** A service that runs while the commands change its data folder. */
let world: OAuthWorld
beforeAll(async () => {
  world = await startOAuthWorld()
})

const command = (...argv: readonly string[]) => ran(argv, { TRANSLATION_DATA_DIR: world.dataDir })

/** A command that must succeed and say nothing beside its result. */
async function done(...argv: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await command(...argv)
  expect({ argv, code, stderr }).toEqual({ argv, code: 0, stderr: '' })
  return stdout
}

async function refused(...argv: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await command(...argv)
  expect({ argv, code, stdout }).toEqual({ argv, code: 1, stdout: '' })
  return stderr
}

async function password(name: string, typed = PASSWORD, ...more: readonly string[]) {
  const env = { TRANSLATION_DATA_DIR: world.dataDir, TRANSLATION_MEMBER_PASSWORD: typed }
  return await ran(['members', 'password', name, ...more], env)
}

const Members = z.object({ members: z.array(z.looseObject({ name: z.string(), state: z.string() })) })

async function listed(...more: readonly string[]) {
  return Members.parse(JSON.parse(await done('members', 'list', '--json', ...more))).members
}

const lineOf = async (name: string) =>
  (await done('members', 'list')).split('\n').find(line => line.startsWith(JSON.stringify(name))) ?? ''

describe('members', () => {
  it('are listed with role, ceiling and whether they can sign in [OAU-2]', async () => {
    expect(await done('members', 'list')).toContain(
      '"admin"  admin  no password yet  all but batches:create\n"olga"  member  all scopes\n"rita"  member  account:read,batches:read\n',
    )
    expect((await listed()).find(({ name }) => name === 'rita')).toMatchObject({
      ...{ role: 'member', state: 'active', has_password: true, scopes: ['account:read', 'batches:read'] },
    })
  })

  it('are found by their name however it is typed', async () => {
    const typed = ' Jose\u0301 '
    await done('members', 'invite', typed)
    expect(await done('members', 'set', typed, '--scopes', 'batches:read')).toContain('"José"  member')
    expect((await password(typed)).code).toBe(0)
    expect(await done('members', 'remove', typed)).toContain('José is removed')
  })

  it('are invited with a ceiling that holds no spending, get a password, and sign in with it [OAU-3]', async () => {
    const told = await done('members', 'invite', '  Zoe\u0308 O’Hara ')
    expect(told).toMatch(
      /^"Zoë O’Hara" {2}member {2}no password yet {2}all but batches:create\nSend Zoë O’Hara this link\. It sets a password, once, until [-\d]+ [\d:]+ UTC:\nhttp:\/\/127\.0\.0\.1:\d+\/invitation\?token=[\w-]{43}\n$/,
    )
    await expect(signIn(world, { name: 'Zoë O’Hara' })).rejects.toThrow('do not belong together')
    const set = await password('Zoë O’Hara')
    expect(set).toEqual({ code: 0, stdout: 'Zoë O’Hara can sign in with it now.\n', stderr: '' })
    const { scope } = await signIn(world, { name: 'Zoë O’Hara', scope: SCOPE_NAMES.join(' ') })
    expect(scope).toBe(DEFAULT_CEILING.join(' '))
  })

  it('take a password of 12 characters and more, never from the command line, and never show it [OAU-1]', async () => {
    const short = await password('ada', 'eleven char')
    expect(short).toEqual({
      code: 1,
      stdout: '',
      stderr: 'translation-mcp: A password has 12 to 500 characters. Nothing was changed.\n',
    })
    expect(await password('nobody')).toMatchObject({ code: 1, stdout: '' })
    const typed = await command('members', 'password', 'ada', '--password', 'x')
    expect(typed).toMatchObject({ code: 2, stdout: '' })
    const unasked = await command('members', 'password', 'ada')
    expect(unasked.code).toBe(2)
    expect(unasked.stderr).toContain('at a terminal, or set TRANSLATION_MEMBER_PASSWORD')
    // What keyboards write in several ways is one password.
    await password('rita', 'ﬁve Ångström wide')
    await signIn(world, { name: 'rita', password: 'five A\u030angstro\u0308m wide' })
  })

  it('are refused under a name that is taken, empty, too long or not all to be seen', async () => {
    expect(await refused('members', 'invite', 'ada')).toContain('has a member of this name')
    for (const name of ['', '   ', 'x'.repeat(101), 'a\u202eb', 'a\u0000b', 'a\u200bb']) {
      expect(await refused('members', 'invite', name)).toContain('1 to 100 characters, none of them invisible')
    }
    expect(await refused('members', 'invite', '--', '-x')).toContain('does not begin with a dash')
    for (const order of ['set', 'remove'] as const) {
      const more = order === 'set' ? ['--role', 'admin'] : []
      expect(await refused('members', order, 'nobody', ...more)).toContain('members list shows them')
    }
  })

  it('have their ceiling set whole or widened, and it bites at the next call [OAU-3]', async () => {
    const scope = 'account:read batches:read batches:create'
    const { access_token: key } = await signIn(world, { member: 'olga', scope })
    await world.list(api.batches.list, { key })
    expect(await done('members', 'set', 'olga', '--scopes', 'usage:read, account:read')).toContain(
      '"olga"  member  account:read,usage:read\n',
    )
    expect(await world.refuse(api.batches.list, { key })).toMatchObject({ code: 'insufficient_scope' })
    // Connecting anew and asking for more gains nothing.
    expect(await signIn(world, { member: 'olga', scope: SCOPE_NAMES.join(' ') })).toMatchObject({
      scope: 'account:read usage:read',
    })
    await done('members', 'set', 'olga', '--scopes', '+batches:read')
    await world.list(api.batches.list, { key })
    expect(await lineOf('olga')).toBe('"olga"  member  account:read,usage:read,batches:read')
    await done('members', 'set', 'olga', '--scopes', SCOPE_NAMES.join(','))
  })

  it('that are removed take their tokens along; whoever has the name next inherits nothing [OAU-3]', async () => {
    await done('members', 'invite', 'temp')
    await password('temp')
    const { access_token: key } = await signIn(world, { name: 'temp' })
    await world.call(api.account.get, { key })
    expect(await done('members', 'remove', 'temp')).toBe('temp is removed; her connections are ended.\n')
    expect(await world.refuse(api.account.get, { key })).toMatchObject({ status: 401, code: 'api_key_revoked' })
    expect(await lineOf('temp')).toBe('"temp"  removed')
    expect(await refused('members', 'remove', 'temp')).toContain('no member of this name')
    await done('members', 'invite', 'temp')
    await expect(signIn(world, { name: 'temp' })).rejects.toThrow('do not belong together')
    await password('temp')
    await signIn(world, { name: 'temp' })
    expect(await world.refuse(api.account.get, { key })).toMatchObject({ code: 'api_key_revoked' })
    const named = (await listed()).filter(({ name }) => name.startsWith('temp'))
    expect(named.map(({ state }) => state)).toEqual(['active', 'removed'])
  })

  it('keep one admin, who is not removed nor made less until there is another', async () => {
    expect(await refused('members', 'remove', 'admin')).toContain('the only admin')
    expect(await refused('members', 'set', 'admin', '--role', 'member')).toContain('Make somebody else an admin first')
    await done('members', 'set', 'ada', '--role', 'admin')
    await done('members', 'set', 'admin', '--role', 'member')
    expect(await refused('members', 'remove', 'ada')).toContain('the only admin')
    await done('members', 'set', 'admin', '--role', 'admin')
    await done('members', 'set', 'ada', '--role', 'member')
  })
})

describe('workspaces', () => {
  it('are made with an admin, credits and a short name, and listed', async () => {
    expect(await done('workspaces', 'create', 'Bäckerei & Söhne')).toMatch(
      /^backerei-sohne {2}"Bäckerei & Söhne" {2}100,000 credits a month {2}wsp_\w+\nIts admin has no password yet\. Set it with: translation-mcp members password admin --workspace backerei-sohne --data-dir \S+\n$/,
    )
    expect(await done('workspaces', 'list')).toMatch(/^local .*\nbackerei-sohne /)
    expect(await done('credits', 'show', '--workspace', 'backerei-sohne')).toContain('200,000 credits')
    expect(await refused('workspaces', 'create', 'Bäckerei & Söhne')).toContain('already')
    expect(await refused('workspaces', 'create', '漢字')).toContain('--slug')
    for (const slug of ['A', '-a', 'a b', 'x'.repeat(41)]) {
      expect(await refused('workspaces', 'create', 'X', `--slug=${slug}`)).toContain('1 to 40 of the characters')
    }
    const kanji = await done('workspaces', 'create', '漢字', '--slug', 'kanji', '--json')
    expect(JSON.parse(kanji)).toMatchObject({ workspace: { slug: 'kanji', name: '漢字' } })
  })

  it('hold their members in: what one sees, spends and ends is her own workspace’s alone [OAU-2]', async () => {
    const there = ['--workspace', 'kanji']
    await password('admin', PASSWORD, ...there)
    await password('admin')
    await done('members', 'set', 'admin', '--scopes', '+batches:create', ...there)
    const scope = 'account:read batches:read batches:create'
    await expect(signIn(world, { name: 'admin' })).rejects.toThrow('do not belong together')
    const { access_token: key } = await signIn(world, { name: 'admin@kanji', scope })
    const { workspace } = await world.call(api.account.get, { key })
    expect(workspace.name).toBe('漢字')
    const { batch } = await world.call(api.batches.create, { key, body: { content: 'Hello', filename: 'a.txt' } })
    const params = { batch_id: batch.id }
    expect(await world.refuse(api.batches.get, { params })).toMatchObject({ code: 'batch_not_found' })
    const { access_token: other } = await signIn(world, { name: 'ada', scope })
    expect((await world.list(api.batches.list, { key: other })).data).toEqual([])
    expect(await world.refuse(api.batches.get, { key: other, params })).toMatchObject({ code: 'batch_not_found' })
    expect((await world.list(api.batches.list, { key })).data.map(({ id }) => id)).toEqual([batch.id])
    expect(await done('members', 'list', ...there)).not.toContain('ada')
    expect(await done('audit')).not.toContain('漢字')
  })
})
