import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { inviteMember, setMemberPassword } from '../../src/service/admin/members.ts'
import { ask } from '../support/http.ts'
import { signInNew, signInOld } from '../support/oauth-hosts.ts'
import { makePlace, startProgram } from '../support/program.ts'
import { PASSWORD } from '../support/sign-in.ts'

const SECRET = { TRANSLATION_OAUTH_CLIENT_SECRET: 'shared-by-the-two-servers-0123456789' }

/** A port that nobody listens on: the service has to know it before the server in front of it starts. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port }: { port?: number } = Object(server.address())
  await new Promise<void>(done => server.close(() => done()))
  return port ?? 0
}

async function start<Facts extends z.ZodType>(args: readonly string[], facts: Facts) {
  const place = makePlace()
  const running = startProgram([...args, '--json'], { place, env: SECRET })
  await running.heard('\n', 'stdout')
  return { ...running, place, facts: facts.parse(JSON.parse(running.said('stdout'))) }
}

it('a server in front of a service on another machine serves its members, in both eras [OAU-1, OAU-5, MCP-3]', async () => {
  const port = await freePort()
  const mcp = `http://127.0.0.1:${port}/mcp`
  const service = await start(['service', '--port', '0', '--mcp-url', mcp], z.object({ base_url: z.string() }))
  const dataDir = join(service.place.home, '.local', 'share', 'translation-mcp')
  await inviteMember({ dataDir }, { name: 'ada' })
  await setMemberPassword({ dataDir }, 'ada', PASSWORD)
  const front = await start(
    ['http', '--port', String(port), '--api-url', service.facts.base_url],
    z.object({ mcp_url: z.literal(mcp) }),
  )
  for (const host of [await signInNew(mcp, 'auto'), await signInNew(mcp, 'legacy'), await signInOld(mcp)]) {
    expect((await host.call('get_account')).data.credential).toMatchObject({ kind: 'oauth', name: 'Host of the tests' })
  }
  expect((await ask(mcp.replace('/mcp', '/readyz'))).status).toBe(200)
  // Nothing is kept where nobody signs in.
  expect(front.place.written()).toEqual([])
  service.child.kill('SIGTERM')
  await service.ended
  const ready = async () => (await ask(mcp.replace('/mcp', '/readyz'))).status
  await expect.poll(ready, { interval: 100, timeout: 20_000 }).toBe(503)
  front.child.kill('SIGTERM')
  expect((await front.ended).code).toBe(0)
})
