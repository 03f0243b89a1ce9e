import { describe, expect, it } from 'vitest'
import { unicodeText } from '../../src/contract/unicode-text.ts'

const TEXT = 'Grüße, سلام, 😀'

describe('text of bytes', () => {
  it.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`)],
    ['UTF-16, low byte first', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
    ['UTF-16, high byte first', Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16()],
  ])('is read as %s', (_, bytes) => {
    expect(unicodeText(bytes)).toBe(TEXT)
  })

  it('is none where letters would be guessed', () => {
    expect(unicodeText(Buffer.from('Grüße', 'latin1'))).toBeUndefined()
  })
})
