import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod'
import { revokeConnection } from '../../src/service/store/connections.ts'
import { write } from '../../src/service/store/database.ts'
import { callTool } from '../support/http.ts'
import { madeIn } from '../support/mcp.ts'
import { startTeam, type Team } from '../support/team.ts'

let team: Team
beforeAll(async () => {
  team = await startTeam()
})

const CREATING = 'account:read batches:read batches:create'
const creator = () => team.token({ member: 'olga', scope: CREATING })
const create = async (token: string, input: object) => {
  const { told, text } = await callTool(team.mcp, token, 'create_batch', input)
  if (told === undefined) throw new Error(text)
  return told
}

const Invited = z.object({ upload: z.object({ upload_id: z.string(), url: z.string() }) })
async function invited(token: string) {
  const told = await create(token, { filename: 'notes.txt', target_languages: ['de'] })
  expect(told.failed, told.text).toBe(false)
  return Invited.parse(told.data).upload
}
const put = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'PUT', body: 'Good morning.\n', headers })
const messageOf = async (response: Response) => JSON.stringify(await response.json())

describe('an upload address given to a member', () => {
  it('takes the file without a token and acts for her connection, over the API’s own token [UPL-1, OAU-5]', async () => {
    const token = await creator()
    const { url, upload_id } = await invited(token)
    const before = team.between.seen.length
    expect((await put(url)).status).toBe(201)
    const [sent] = team.between.seen.slice(before).filter(({ path }) => path.startsWith('/v1/batches'))
    expect(sent?.headers.authorization).toMatch(/^Bearer /)
    expect(sent?.headers.authorization).not.toContain(token)
    const { id } = madeIn(await create(token, { upload_id }))
    const row = await team.world.db.selectFrom('batches').select('created_by').where('id', '=', id).executeTakeFirst()
    expect(row?.created_by).toBe(decodeJwt(token).gid)
  })

  it('says on its page whose assistant waits, and for which file [UPL-1]', async () => {
    const { url } = await invited(await creator())
    const text = await (await fetch(url)).text()
    expect(text).toContain('The assistant of <bdi>olga</bdi> waits for <strong><bdi>notes.txt</bdi></strong>')
  })

  it('shows the plan after its token has ended too, as it was known last [UPL-1]', async () => {
    const { url } = await invited(await creator())
    expect((await put(url)).status).toBe(201)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
    onTestFinished(() => void vi.useRealTimers())
    expect(await (await fetch(url)).text()).toContain('into German (de).')
  })

  it('is nothing to another member, nor to another connection of hers [UPL-1]', async () => {
    const { url, upload_id } = await invited(await creator())
    expect((await put(url)).status).toBe(201)
    for (const other of [await creator(), await team.token({ member: 'olga', scope: CREATING })]) {
      const told = await create(other, { upload_id })
      expect(told).toMatchObject({ failed: true, text: expect.stringContaining('upload_unknown') })
      expect(told.text).not.toContain('notes.txt')
    }
  })

  it('ends with her connection, and says so to nobody but as a refusal [OAU-1]', async () => {
    const token = await creator()
    const { url } = await invited(token)
    await write(team.world.db, tx => revokeConnection(tx, String(decodeJwt(token).gid), Date.now()))
    const answer = await put(url)
    expect(answer.status).toBe(502)
    expect(await messageOf(answer)).toContain('was revoked')
  })

  it('waits for a sign of life where the token has ended meanwhile, and then works [UPL-1]', async () => {
    const token = await creator()
    const { url, upload_id } = await invited(token)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
    onTestFinished(() => void vi.useRealTimers())
    const answer = await put(url)
    expect(answer.status).toBe(503)
    expect(await messageOf(answer)).toContain('Ask it to check this upload')
    expect(upload_id).toMatch(/^mup_/)
  })

  it('may be used by a page of any site, which may read the answer [MCP-12]', async () => {
    const { url } = await invited(await creator())
    const answer = await put(url, { origin: 'https://host.example' })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  })
})
