import { expect, it } from 'vitest'
import { urlOf } from '../../src/contract/url.ts'

it('an address is one however often it is asked', () => {
  const wrong = Array.from({ length: 20_000 }, () => urlOf('https://bücher.example/ü')?.host).filter(
    host => host !== 'xn--bcher-kva.example',
  )
  expect(wrong).toEqual([])
  expect(urlOf('/callback', 'http://127.0.0.1:1')?.href).toBe('http://127.0.0.1:1/callback')
  for (const text of ['', '//', 'https://', 'http://a.example:99999/']) expect(urlOf(text)).toBeUndefined()
})
