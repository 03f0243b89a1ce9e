import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flawOf, safeName } from '../../src/contract/file-names.ts'
import { rounds } from '../support/seed.ts'

describe('a file name', () => {
  it.each([
    ['C:evil.txt', 'evil.txt', 'colon'],
    ['C:\\Windows\\evil.txt', 'evil.txt', 'folder'],
    ['\\\\server\\share\\a.txt', 'a.txt', 'folder'],
    ['../../evil.txt', 'evil.txt', 'folder'],
    ['a.txt:hidden', 'a.txt_hidden', 'colon'],
    ['CON', '_CON', 'device'],
    ['con.txt', '_con.txt', 'device'],
    ['NUL.tar.gz', '_NUL.tar.gz', 'device'],
    ['aux .txt', '_aux .txt', 'device'],
    ['COM1', '_COM1', 'device'],
    ['lpt9.de.json', '_lpt9.de.json', 'device'],
    ['com².txt', '_com².txt', 'device'],
    ['CONIN$', '_CONIN$', 'device'],
    ['evil.txt.', 'evil.txt', 'ends in a dot'],
    ['evil.txt . .', 'evil.txt', 'ends in a dot'],
    ['a\u202etxt.md', 'atxt.md', 'hidden'],
    ['a\u00ad.md', 'a.md', 'hidden'],
    ['...', 'translation', 'ends in a dot'],
    ['..', 'translation', 'no name'],
    ['', 'translation', 'no name'],
    ['C:', 'translation', 'colon'],
  ])('%j becomes %j, and is refused in words where a person chose it', (written, safe, words) => {
    expect(safeName(written)).toBe(safe)
    expect(flawOf(written)).toContain(words)
    expect(flawOf(safe)).toBeUndefined()
  })

  it.each([
    'de.json',
    'Grüße.txt',
    '日本語.md',
    'a b.txt',
    'console.log',
    'contact.txt',
    'COM10.txt',
    '❤️.md',
    '..odd.txt',
  ])('%j stays as it is', name => {
    expect(safeName(name)).toBe(name)
    expect(flawOf(name)).toBeUndefined()
  })

  it('means the same on every system once it is safe, whatever it was', () => {
    const parts = ['C:', 'con', '.', ' ', '/', '\\', ':', 'nul', '\u202e', 'a', '?', 'x.txt', '\n', '\u3164', '*']
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 8 }), written => {
        const safe = safeName(written.join(''))
        expect(flawOf(safe)).toBeUndefined()
        expect(safeName(safe)).toBe(safe)
        expect(safe).not.toMatch(/[<>:"|?*]/)
      }),
      { numRuns: rounds(500) },
    )
  })
})
