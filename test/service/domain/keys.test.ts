import { expect, it } from 'vitest'
import { hashKey, isKey, mintKey, SECRET_BYTES } from '../../../src/service/domain/keys.ts'

it('a key shows its fixed beginning and four characters of its secret, and no more [KEY-1]', () => {
  const { secret, prefix, hash } = mintKey(new Uint8Array(SECRET_BYTES).map((_, at) => at * 7 + 3))
  expect(secret).toMatch(/^tsk_live_[\w-]{43}$/)
  expect(isKey(secret)).toBe(true)
  expect(prefix).toBe(secret.slice(0, 13))
  expect(prefix).toMatch(/^tsk_live_[\w-]{4}$/)
  expect(hash).toBe(hashKey(secret))
})
