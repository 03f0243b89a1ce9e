import { describe, expect, it } from 'vitest'
import { readTermFile, TermFileFault } from '../../src/mcp/files/term-file.ts'

const read = async (text: string | Uint8Array, pair = 'en-de') =>
  readTermFile(typeof text === 'string' ? new TextEncoder().encode(text) : text, pair)
const terms = async (text: string, pair?: string) => (await read(text, pair)).map(({ term }) => term)
const sign = { source: 'sign in', target: 'anmelden' }

async function fault(text: string | Uint8Array): Promise<string> {
  const error: unknown = await read(text).then(
    value => value,
    (reason: unknown) => reason,
  )
  if (error instanceof TermFileFault) return error.message
  throw new Error(`expected a fault, got ${JSON.stringify(error)}`)
}

describe('a glossary file', () => {
  it.each([
    ['commas', 'sign in,anmelden\n'],
    ['semicolons', 'sign in;anmelden\r\n'],
    ['tabs', 'sign in\tanmelden'],
    ['quotes', '"sign in","anmelden"'],
    ['a byte order mark', '\ufeffsign in,anmelden\n'],
    ['empty lines', '\n\nsign in,anmelden\n\n,,\n'],
    ['spaces around', ' sign in , anmelden '],
    ['a header', 'source,target\nsign in,anmelden\n'],
    ['a header in another order', 'Note,Target,Source\n,anmelden,sign in\n'],
    ['the languages as a header', 'en,de\nsign in,anmelden\n'],
  ])('is read with %s', async (_what, text) => {
    expect(await terms(text)).toEqual([sign])
  })

  it('may say a note and whether case matters', async () => {
    expect(await terms('sign in,anmelden,verb only,yes\na,b,,no')).toEqual([
      { ...sign, note: 'verb only', case_sensitive: true },
      { source: 'a', target: 'b', case_sensitive: false },
    ])
  })

  it('keeps commas, line ends and quotes inside a quoted cell, and stray quotes', async () => {
    expect(await terms('"a, ""b""\nc",d\n5" screen,5-Zoll-Bildschirm')).toEqual([
      { source: 'a, "b"\nc', target: 'd' },
      { source: '5" screen', target: '5-Zoll-Bildschirm' },
    ])
  })

  it('reads every line of a file whose lines end in different ways', async () => {
    const text = 'source,target,note\r\na,b,first\nc,d,second\re,f,\r\n'
    expect(await read(text)).toEqual([
      { line: 2, term: { source: 'a', target: 'b', note: 'first' } },
      { line: 3, term: { source: 'c', target: 'd', note: 'second' } },
      { line: 4, term: { source: 'e', target: 'f' } },
    ])
  })

  it('takes a first line that names no column for a term', async () => {
    expect(await terms('source,Quelle\n')).toEqual([{ source: 'source', target: 'Quelle' }])
  })

  it('tells on which line each term stands', async () => {
    expect((await read('source,target\n\na,b\nc,d\n')).map(({ line }) => line)).toEqual([3, 4])
  })

  it.each([
    ['a line with one column', 'a,b\nc\n', 'Line 2 has one column'],
    ['a line without a target', 'a,b\n\nc,\n', 'Line 3 has no target'],
    ['a line without a source', ',b', 'Line 1 has no source'],
    ['a case that is neither', 'a,b,,perhaps', 'Line 1 has "perhaps" for case_sensitive'],
    ['a case that every object knows', 'a,b,,constructor', 'Line 1 has "constructor" for case_sensitive'],
    ['nothing', '', 'no lines'],
    ['a header alone', 'source,target\n', 'a header and no terms'],
    ['a quote that is never closed', 'a,"b\n', 'not readable as CSV'],
  ])('with %s is refused in words that name it', async (_what, text, words) => {
    expect(await fault(text)).toContain(words)
  })

  it('that is not UTF-8 is refused', async () => {
    expect(await fault(Uint8Array.of(0x61, 0x2c, 0xfc))).toContain('UTF-8')
  })
})
