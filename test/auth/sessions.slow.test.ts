import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bundle } from '../support/child.ts'
import { type Ground, makeGround } from './ground.ts'

const SECONDS = 1000

/** Processes that are loaded and wait; `go` lets them all begin and gives the tokens each of them got. */
async function racers(count: number, { folder, apiUrl }: Ground) {
  const program = await bundle('test/auth/racing-sessions.ts')
  const children = Array.from({ length: count }, () => spawn(process.execPath, [program, folder, apiUrl]))
  const said = children.map(child => {
    const words = { text: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      words.text += text
    })
    return words
  })
  const ended = children.map(child => once(child, 'close'))
  await Promise.all(children.map(child => once(child.stdout, 'data')))
  return async function go(): Promise<string[][]> {
    for (const child of children) child.stdin.write('go\n')
    await Promise.all(ended)
    return said.map(({ text }) => text.split('\n').slice(1))
  }
}

describe('processes that share a login', () => {
  it('make one refresh when it has expired: six of them against a server that forgives nothing [OAU-4]', async () => {
    // Tokens that are too near their end to be used: the login that is stored, not the next one.
    const ground = await makeGround({ expires_in: 1 })
    await ground.signIn()
    ground.authority.does.expires_in = 600
    const go = await racers(6, ground)
    const tokens = await go()
    const login = await ground.store.find(ground.apiUrl)
    expect(tokens.flat()).toEqual(Array(12).fill(login?.tokens.access_token))
    expect(ground.authority.granted('refresh_token')).toBe(1)
    const account = await fetch(`${ground.apiUrl}/v1/account`, {
      headers: { authorization: `Bearer ${login?.tokens.access_token}` },
    })
    expect(account.status).toBe(200)
  })

  it('take over the lock of one that died with it', async () => {
    const ground = await makeGround({ expires_in: 1 })
    await ground.signIn()
    const lock = join(ground.folder, 'logins.lock')
    mkdirSync(lock)
    const silent = (Date.now() - 11 * SECONDS) / 1000
    utimesSync(lock, silent, silent)
    ground.authority.does.expires_in = 600
    await ground.session().connect()
    expect(ground.authority.granted('refresh_token')).toBe(1)
  })
})
