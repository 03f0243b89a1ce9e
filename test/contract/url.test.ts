import { expect, it } from 'vitest'
import { urlOf, wrongHost } from '../../src/contract/url.ts'

it('an address is one however often it is asked', () => {
  const wrong = Array.from({ length: 20_000 }, () => urlOf('https://bücher.example/ü')?.host).filter(
    host => host !== 'xn--bcher-kva.example',
  )
  expect(wrong).toEqual([])
  expect(urlOf('/callback', 'http://127.0.0.1:1')?.href).toBe('http://127.0.0.1:1/callback')
  for (const text of ['', '//', 'https://', 'http://a.example:99999/']) expect(urlOf(text)).toBeUndefined()
})

it('names the host that came, without what could end a line or a quote, and those that were expected', () => {
  const hosts = new Set(['127.0.0.1:8333', 'translate.example.com:8443'])
  expect(wrongHost('translate.example.com', hosts)).toBe(
    'This server does not answer to the host translate.example.com, but to 127.0.0.1:8333, translate.example.com:8443. ' +
      'A proxy in front has to pass on Host with its port, nginx by: proxy_set_header Host $http_host. ' +
      'Another public address is set by --public-url.',
  )
  expect(wrongHost('a"b\r\n<c>:1', hosts)).toContain('the host a?b???c?:1, but')
  expect(wrongHost('x'.repeat(500), hosts).length).toBeLessThan(400)
  for (const none of [undefined, null, '']) expect(wrongHost(none, hosts)).toContain('a request without a host, but')
})
