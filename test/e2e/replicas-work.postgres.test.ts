import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { SCOPE_NAMES } from '../../src/contract/scopes.ts'
import { callTool } from '../support/http.ts'
import { madeIn, type Told } from '../support/mcp.ts'
import { dataDirIn, makePlace } from '../support/program.ts'
import {
  addMember,
  answerOnPage,
  type Balancer,
  newDatabase,
  type Replica,
  SHARED,
  startBalancer,
  startReplica,
  startWorker,
} from '../support/replicas.ts'
import { discovered, signIn } from '../support/sign-in.ts'
import { temporaryFolder } from '../support/world.ts'

describe('two replicas of http that leave the work to a worker, each with a folder of its own', () => {
  let balancer: Balancer
  let first: Replica
  let second: Replica
  let token: string

  beforeAll(async () => {
    balancer = await startBalancer()
    const database = await newDatabase()
    const env = { TRANSLATION_FILES_URL: pathToFileURL(join(temporaryFolder(), 'shared')).href }
    const common = { database, secret: SHARED, env }
    const replica = () => startReplica({ ...common, balancer, place: makePlace(), args: ['http', '--workers', '0'] })
    // All three at once, on an empty database and a place for files that is not there yet.
    ;[first, second] = await Promise.all([replica(), replica(), startWorker(common)])
    await addMember(database, first, 'ada')
    const world = { api: `${balancer.origin}/mcp`, client: discovered(balancer.origin) }
    token = (await signIn(world, { resource: world.api, scope: SCOPE_NAMES.join(' ') })).access_token
  })

  async function at(one: Replica, name: string, input: object): Promise<Told> {
    const { told, text } = await callTool(`${one.origin}/mcp`, token, name, input)
    if (told === undefined) throw new Error(text)
    return told
  }

  it('make it at one, approve it at the other, have it done by the worker, and give it out at the first [SCL-1, MCP-9, RES-1]', async () => {
    const made = madeIn(
      await at(first, 'create_batch', { content: 'Good morning.\n', filename: 'a.txt', target_languages: ['de'] }),
    )
    expect((await at(second, 'approve_batch', made.approval)).text).toContain('/approvals')
    balancer.to = second.origin
    await answerOnPage(balancer.origin, 'yes')
    const approved = await at(second, 'approve_batch', made.approval)
    expect(approved.failed, approved.text).toBe(false)
    const result = await at(first, 'get_result', { batch_id: made.id, wait_seconds: 20 })
    const { url } = z.looseObject({ url: z.string() }).parse(Object(result.data))
    const bodies: string[] = []
    for (const { origin, place } of [first, second]) {
      balancer.to = origin
      bodies.push(await (await fetch(url)).text())
      expect(existsSync(join(dataDirIn(place), 'files'))).toBe(false)
    }
    expect(bodies[0]).toContain('⟦de ')
    expect(bodies[1]).toBe(bodies[0])
  })
})
