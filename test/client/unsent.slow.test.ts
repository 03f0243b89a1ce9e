import { createServer, type Server } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { failure, object, start } from './start.ts'

/** The port of a server on loopback that ends with the test. */
async function listen(server: Server): Promise<number> {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

it.each<[string, () => string | Promise<string>, boolean]>([
  ['nobody listens at', () => 'http://127.0.0.1:9', false],
  ['has no name', () => 'http://nobody.invalid', false],
  ['no way leads to', () => 'http://[100::1]:9', false],
  [
    'takes the connection and ends it',
    async () =>
      `http://127.0.0.1:${await listen(createServer(socket => void socket.once('data', () => socket.destroy())))}`,
    true,
  ],
])('an approval at an address that %s knows whether it was sent [ERR-3]', async (_, address, may_have_applied) => {
  const baseUrl = await address()
  const { client } = await start(() => object({}), { connect: async () => ({ baseUrl, credential: 'k' }) })
  const error = await failure(client.call(api.batches.approve, { params: { batch_id: 'bat_1' } }))
  expect(error).toMatchObject({ code: 'network_error', may_have_applied })
})
