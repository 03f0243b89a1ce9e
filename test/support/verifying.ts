import { createServer } from 'node:http'
import { request } from 'undici'
import { onTestFinished } from 'vitest'
import { write } from '../../src/service/store/database.ts'
import { createKey } from '../../src/service/store/keys.ts'
import { type PromiseFinding, tryContract, type VerifyOptions } from '../../src/verify/verify.ts'
import type { Asked, BrokenService, Told } from '../verify/breakage.ts'
import { plantWorkspace } from './plant.ts'
import type { World } from './world.ts'

interface Tried {
  readonly baseUrl: string
  readonly credential: string
}

/** Runs the contract suite with this credential. Gives each promise that is not kept, as a line. */
export async function unkept(
  to: Tried,
  spend: boolean,
  more: Omit<VerifyOptions, 'spend' | 'maxCredits'> = {},
): Promise<readonly string[]> {
  const { findings } = await tryContract(to, { spend, maxCredits: 1000, ...more })
  return findings.filter(({ verdict }) => verdict !== 'kept').map(lineOf)
}

function lineOf({ verdict, id, promise, saw }: PromiseFinding): string {
  return `${verdict} ${id} ${promise}: ${saw}`
}

/** A key of another workspace of the same service. It lacks usage:read and glossaries:write. */
export async function keyElsewhere(world: Pick<World, 'db' | 'newId'>): Promise<string> {
  const { id: workspace_id } = await plantWorkspace(world)
  const scopes = ['account:read', 'batches:read', 'batches:create', 'batches:write', 'glossaries:read'] as const
  const wanted = { workspace_id, name: 'elsewhere', scopes, expires_at: null, now: Date.now(), newId: world.newId }
  return (await write(world.db, tx => createKey(tx, wanted))).secret
}

/** A service before the real one that changes what passes. Gives its address. It ends with the test. */
export async function breaking(
  real: string,
  key: string,
  { asked, told }: Pick<BrokenService, 'asked' | 'told'>,
): Promise<string> {
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming
    const chunks: Uint8Array[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const { 'content-type': type, authorization, 'idempotency-key': once } = headers
    const sent = {
      ...(type !== undefined && { 'content-type': type }),
      ...(authorization !== undefined && { authorization }),
      ...(typeof once === 'string' && { 'idempotency-key': once }),
    }
    const plain: Asked = {
      method,
      path,
      headers: sent,
      body: Buffer.concat(chunks).toString('utf8'),
      origin: `http://${headers.host}`,
    }
    const changed = asked === undefined ? plain : asked(plain, key)
    const answer = await forwarded(real, changed)
    const given = told === undefined ? answer : told(answer, changed)
    outgoing.writeHead(given.status, given.headers).end(given.body)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new TypeError('the broken service is not listening')
  return `http://127.0.0.1:${address.port}`
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

async function forwarded(real: string, { method, path, headers, body }: Asked): Promise<Told> {
  const verb = METHODS.find(name => name === method) ?? 'GET'
  const answer = await request(`${real}${path}`, { method: verb, headers, body: body === '' ? null : body })
  const { 'content-type': type, 'retry-after': pause } = answer.headers
  const kept = {
    ...(typeof type === 'string' && { 'content-type': type }),
    ...(typeof pause === 'string' && { 'retry-after': pause }),
  }
  return { status: answer.statusCode, headers: kept, body: await answer.body.text() }
}
