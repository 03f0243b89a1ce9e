import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { OPERATIONS } from '../../src/contract/operations.ts'
import { PAGES } from '../../src/service/routes/index.ts'
import { startWorld } from '../support/world.ts'

const Document = z.looseObject({
  servers: z.array(z.object({ url: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
})

describe('/openapi.json', () => {
  it('is served without a credential, with a tag by which it is asked for only once', async () => {
    const world = await startWorld()
    const first = await world.send('GET', '/openapi.json', { key: null })
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    expect(first.headers.get('cache-control')).toBe('public, max-age=300')
    const { servers, paths } = Document.parse(JSON.parse(first.text))
    expect(servers.map(({ url }) => url)).toEqual(['/'])
    const etag = first.headers.get('etag') ?? ''
    expect((await world.send('GET', '/openapi.json')).headers.get('etag')).toBe(etag)
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await world.send('GET', '/openapi.json', { key: null, headers: { 'if-none-match': tag } })
      expect([again.status, again.text, again.headers.get('etag')], tag).toEqual([304, '', etag])
    }
    const other = await world.send('GET', '/openapi.json', { headers: { 'if-none-match': '"other"' } })
    expect(other.text).toBe(first.text)
    expect((await world.send('HEAD', '/openapi.json', { key: null })).text).toBe('')
    const served = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(method => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    )
    const links = PAGES.filter(({ path }) => path.includes(':')).map(({ method, path }) => `${method} ${path}`)
    const operations = OPERATIONS.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`)
    expect(served.sort()).toEqual([...operations, ...links].sort())
    expect(first.text).not.toContain(world.dataDir)
  })

  it('leads OAuth clients to the authorization server of this service [OAU-1]', async () => {
    const world = await startWorld({ oauth: {} })
    const { text } = await world.send('GET', '/openapi.json', { key: null })
    const metadata = await world.send('GET', '/.well-known/oauth-authorization-server', { key: null })
    const { authorization_endpoint, token_endpoint, device_authorization_endpoint } = z
      .looseObject({
        authorization_endpoint: z.string(),
        token_endpoint: z.string(),
        device_authorization_endpoint: z.string(),
      })
      .parse(JSON.parse(metadata.text))
    expect(text).toContain(`"authorizationUrl":"${authorization_endpoint}","tokenUrl":"${token_endpoint}"`)
    expect(text).toContain(device_authorization_endpoint)
    expect(text).toContain(`${world.baseUrl}/.well-known/oauth-authorization-server`)
  })
})
