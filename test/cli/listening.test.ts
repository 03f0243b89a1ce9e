import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { originOf, proxyAdvice } from '../../src/cli/listening.ts'
import { authorities } from '../../src/service/http/host.ts'
import { SENDING } from '../../src/service/http/sending.ts'

it('waits for nobody’s headers for ever, and long enough for an upload over a slow line [MCP-12, UPL-1]', () => {
  const { headersTimeout, requestTimeout } = createServer(SENDING)
  expect(headersTimeout).toBe(60_000)
  expect(requestTimeout).toBe(15 * 60_000)
})

it('names itself as browsers do, without the usual port of http [MCP-12]', () => {
  const origin = (host: string, port: number) => originOf({ host, public_url: undefined }, port)
  expect([origin('127.0.0.1', 80), origin('::1', 80)]).toEqual(['http://127.0.0.1', 'http://[::1]'])
  expect(origin('127.0.0.1', 8333)).toBe('http://127.0.0.1:8333')
  expect([...authorities(80, 'https://translate.example.com')]).toEqual([
    ...['127.0.0.1', 'localhost', '[::1]', 'translate.example.com'],
  ])
  expect(authorities(443, undefined)).toContain('localhost:443')
})

it('tells an operator behind a proxy that all members seem to come from it, unless it is trusted [OAU-1]', () => {
  const public_url = 'https://translate.example.com'
  expect(proxyAdvice({ public_url, trusted_hops: 0 })).toContain('Set --trusted-hops 1')
  expect(proxyAdvice({ public_url, trusted_hops: 1 })).toBeUndefined()
  expect(proxyAdvice({ public_url: undefined, trusted_hops: 0 })).toBeUndefined()
  expect(proxyAdvice({ public_url: 'http://127.0.0.1:8333', trusted_hops: 0 })).toBeUndefined()
})
