import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { setMemberPassword } from '../../src/service/admin/members.ts'
import { listEvents } from '../../src/service/store/audit.ts'
import { Browser } from '../support/browser.ts'
import { makePlace, runProgram, startProgram } from '../support/program.ts'
import { PASSWORD, startOAuthWorld } from '../support/sign-in.ts'

/** Somebody who types passwords into the page of sign-in of a server. */
async function typist(issuer: string) {
  const browser = new Browser()
  const form = await browser.go(`${issuer}/sign-in`)
  const csrf = /name="csrf" value="([^"]+)"/.exec(form.html)?.[1] ?? ''
  return async (name: string, password: string, from?: string): Promise<number> => {
    const headers = { origin: issuer, ...(from !== undefined && { 'x-forwarded-for': from }) }
    const body = new URLSearchParams({ csrf, name, password })
    return (await browser.go(`${issuer}/sign-in`, { method: 'POST', headers, body })).status
  }
}

describe('1,010 wrong passwords from a hundred addresses, for a member and for names that nobody has', () => {
  it('push nothing out of the audit log, are all counted there, and leave every member her sign-in', async () => {
    const world = await startOAuthWorld({ oauth: { trusted_hops: 1 } })
    const before = await listEvents(world.db, world.workspace.id)
    const type = await typist(world.issuer)
    let refused = 0
    for (let turn = 0; turn < 1010; turn++) {
      const name = turn % 10 === 0 ? `nobody-${turn}` : 'olga'
      if ((await type(name, 'a wrong password', `203.0.113.${turn % 100}`)) === 401) refused += 1
    }
    const strangers = await listEvents(world.db, null)
    // Should the hour change meanwhile, there are the lines of two.
    expect(strangers.length).toBeLessThanOrEqual(2 * 11)
    expect(strangers.reduce((sum, { times }) => sum + times, 0)).toBe(refused)
    expect(refused).toBeGreaterThan(500)
    expect(await listEvents(world.db, world.workspace.id)).toEqual(before)
    for (const name of ['ada', 'olga', 'rita']) {
      const enter = await typist(world.issuer)
      expect([name, await enter(name, PASSWORD, '198.51.100.7')]).toEqual([name, 200])
    }
  })
})

describe('wrong passwords for a name, and a server that is killed in between', () => {
  const Facts = z.object({ mcp_url: z.string() })

  it('still hold the name once it runs again, as the built program, and no other member', async () => {
    const place = makePlace()
    const dataDir = join(place.home, 'data')
    const env = { TRANSLATION_DATA_DIR: dataDir }
    const invited = await runProgram(['members', 'invite', 'ada'], { place, env })
    expect(invited.code).toBe(0)
    for (const name of ['ada', 'admin']) await setMemberPassword({ dataDir }, name, PASSWORD)
    const serve = async () => {
      const running = startProgram(['http', '--port', '0', '--json'], { place, env })
      await running.heard('\n', 'stdout')
      const { mcp_url } = Facts.parse(JSON.parse(running.said('stdout')))
      return { running, type: await typist(new URL(mcp_url).origin) }
    }
    const first = await serve()
    for (let turn = 0; turn < 10; turn++) expect(await first.type('admin', 'a wrong password')).toBe(401)
    first.running.child.kill('SIGKILL')
    await first.running.ended
    const second = await serve()
    expect([await second.type('admin@local', PASSWORD), await second.type('ada', PASSWORD)]).toEqual([429, 200])
  })
})
