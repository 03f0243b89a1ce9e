import { expect, it, onTestFinished } from 'vitest'
import { openProbe } from '../../src/verify/probe.ts'
import { startFaults } from '../support/faults.ts'

it('an answer that a proxy has packed is judged as it was before; one that cannot be unpacked says so [ENV-1]', async () => {
  const faults = await startFaults(() => ({ status: 200, body: { data: { id: 'a' }, request_id: 'req_1' } }))
  const probe = openProbe({ baseUrl: faults.url, credential: 'k' })
  onTestFinished(async () => {
    await probe.close()
    await faults.close()
  })
  faults.script({ kind: 'pack' }, { kind: 'pack' })
  expect(await probe.send('GET', '/v1/account')).toMatchObject({ json: { data: { id: 'a' } }, status: 200 })
  expect((await probe.plain('GET', `${faults.url}/a`)).text).toContain('req_1')
  expect(faults.seen[0]?.headers['accept-encoding']).toBe('identity')
  faults.script({ kind: 'answer', status: 200, headers: { 'content-encoding': 'zstd' }, body: '(/' })
  await expect(probe.send('GET', '/v1/account')).rejects.toThrow('an answer came packed (Content-Encoding: zstd)')
})
