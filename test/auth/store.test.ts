import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { KeyringEntry, OpenEntry } from '../../src/auth/keyring.ts'
import { type Login, loginName } from '../../src/auth/login-record.ts'
import { createStore, type StoreOptions } from '../../src/auth/store.ts'
import { memoryKeyring } from '../support/keyring.ts'
import { expectMode } from '../support/mode.ts'
import { temporaryFolder } from '../support/world.ts'

const LOGIN: Login = {
  api_url: 'https://api.example',
  issuer: 'https://id.example',
  resource: 'https://api.example/v1',
  client_id: 'translation-cli',
  scope: 'account:read',
  signed_in_at: 0,
  tokens: { access_token: 'planted-access', expires_at: null, refresh_token: 'planted-refresh' },
}

function open(options: Partial<StoreOptions> = {}, folder = join(temporaryFolder(), 'sign-in')) {
  return { folder, store: createStore({ folder, keeping: 'file', prepare: async () => undefined, ...options }) }
}

describe('the file of logins', () => {
  it('is for its owner alone, in a folder for its owner alone [KEY-3, OAU-4]', async () => {
    const { folder, store } = open()
    await store.hold(held => held.save(LOGIN))
    expectMode(folder, 0o700)
    expectMode(store.file, 0o600)
    expect(readdirSync(folder)).toEqual(['logins.json'])
    expect(await store.find('https://api.example')).toEqual({ ...LOGIN, kept_in: 'file' })
  })

  it('becomes private again where somebody opened it', async () => {
    const { folder, store } = open()
    await store.hold(held => held.save(LOGIN))
    chmodSync(folder, 0o755)
    chmodSync(store.file, 0o644)
    await store.hold(held => held.save(LOGIN))
    expectMode(folder, 0o700)
    expectMode(store.file, 0o600)
  })

  it('is replaced whole: what is planted under its name is not written through', async () => {
    const { folder, store } = open()
    mkdirSync(folder)
    const other = join(folder, 'other')
    writeFileSync(other, '{"logins": {}}')
    symlinkSync(other, store.file)
    await store.hold(held => held.save(LOGIN))
    expect(readFileSync(other, 'utf8')).toBe('{"logins": {}}')
    expectMode(store.file, 0o600)
  })

  it('is made by writing, not by looking', async () => {
    const { folder, store } = open()
    expect(await store.find('https://api.example')).toBeUndefined()
    expect(await store.facts('https://api.example')).toBeUndefined()
    expect(() => statSync(folder)).toThrow('ENOENT')
  })

  it('keeps the logins of other addresses apart', async () => {
    const { store } = open()
    const other = { ...LOGIN, api_url: 'https://b.example', resource: 'https://b.example/v1' }
    await store.hold(async held => [await held.save(LOGIN), await held.save(other)])
    await store.hold(held => held.forget('https://b.example'))
    expect(await store.find('https://b.example')).toBeUndefined()
    expect((await store.find('https://api.example'))?.resource).toBe('https://api.example/v1')
  })

  it('holds one login for an address: one of another issuer takes its place', async () => {
    const { store } = open()
    await store.hold(held => held.save(LOGIN))
    await store.hold(held => held.save({ ...LOGIN, issuer: 'https://new.example' }))
    expect(Object.keys(JSON.parse(readFileSync(store.file, 'utf8')).logins)).toEqual([
      'https://new.example https://api.example/v1',
    ])
  })

  it('that is broken is named with what to do, without what is in it', async () => {
    const { folder, store } = open()
    mkdirSync(folder)
    writeFileSync(store.file, '{"logins": {"planted-secret": 1')
    await expect(store.find('https://api.example')).rejects.toThrow(
      `The sign-in file cannot be read. Remove ${store.file} and sign in again.`,
    )
  })
})

describe('a keyring', () => {
  it('that keeps what is written holds the secrets, and the file none [KEY-3, OAU-4]', async () => {
    const { kept, openEntry } = memoryKeyring()
    const { store } = open({ keeping: 'auto', openEntry })
    expect(await store.hold(held => held.save(LOGIN))).toBe('keyring')
    expect([...kept.keys()]).toEqual([loginName(LOGIN)])
    expect(readFileSync(store.file, 'utf8')).not.toContain('planted')
    expect(await store.find('https://api.example')).toEqual({ ...LOGIN, kept_in: 'keyring' })
    await store.hold(held => held.forget('https://api.example'))
    expect(kept.size).toBe(0)
  })

  it.each<[string, OpenEntry]>([
    ['there is none', () => Promise.reject(new Error('no such library'))],
    ['it is locked: reading answers as if nothing were there', memoryKeyring(() => true).openEntry],
    ['it forgets', async () => ({ ...forgetful })],
  ])('is left alone where %s', async (_, openEntry) => {
    const { store } = open({ keeping: 'auto', openEntry })
    expect(await store.hold(held => held.save(LOGIN))).toBe('file')
    expect((await store.find('https://api.example'))?.tokens).toEqual(LOGIN.tokens)
  })

  it('whose entry is not what was kept there counts as no login, and nothing of it is quoted [KEY-3]', async () => {
    const { kept, openEntry } = memoryKeyring()
    const { store } = open({ keeping: 'auto', openEntry })
    await store.hold(held => held.save(LOGIN))
    for (const other of ['planted-secret', '{"access_token": "planted-secret"}', '']) {
      kept.set(loginName(LOGIN), other)
      expect(await store.find('https://api.example')).toBeUndefined()
    }
  })

  it('that fails at a renewal does not cost the token', async () => {
    let locked = false
    const { kept, openEntry } = memoryKeyring(() => locked)
    const { store } = open({ keeping: 'auto', openEntry })
    await store.hold(held => held.save(LOGIN))
    locked = true
    const next = { ...LOGIN, kept_in: 'keyring' as const, tokens: { ...LOGIN.tokens, access_token: 'planted-next' } }
    expect(await store.hold(held => held.save(next))).toBe('file')
    expect((await store.find('https://api.example'))?.tokens.access_token).toBe('planted-next')
    expect(kept.size).toBe(0)
  })

  it('that takes no long secret leaves it to the file', async () => {
    const { openEntry } = memoryKeyring((_, secret) => secret.length > 100)
    const { store } = open({ keeping: 'auto', openEntry })
    const long = { ...LOGIN, tokens: { ...LOGIN.tokens, access_token: 'x'.repeat(2560) } }
    expect(await store.hold(held => held.save(long))).toBe('file')
  })

  it('is not asked where the file was chosen', async () => {
    const { kept, openEntry } = memoryKeyring()
    const { store } = open({ keeping: 'file', openEntry })
    await store.hold(held => held.save(LOGIN))
    expect(kept.size).toBe(0)
  })
})

const forgetful: KeyringEntry = {
  setPassword: async () => undefined,
  getPassword: async () => null,
  deletePassword: async () => true,
}
