import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  candidatesAt,
  LockError,
  type LockLine,
  linesOfLock,
  readLock,
  writeLock,
} from '../../../src/sync/lock/index.ts'
import { anyLine, lineFor } from './support.ts'

const HEADER = '# translation-mcp lock 1 · written by translation-mcp sync · commit it, never edit it'

/** All lines that a lock has. */
const linesOf = (text: string): LockLine[] => [...linesOfLock(readLock(text))]
const sortedOnce = (lines: readonly LockLine[]) => [...new Set(lines.map(line => JSON.stringify(line)))].sort()
const few = fc.array(anyLine, { maxLength: 12 })

describe('a lock', () => {
  it('reads back as what was written, whatever the fields hold', () => {
    fc.assert(
      fc.property(few, lines => {
        const read = readLock(writeLock(lines))
        expect(read.unreadable).toEqual([])
        expect(read.conflict_marks).toEqual([])
        expect(sortedOnce([...linesOfLock(read)])).toEqual(sortedOnce(lines))
      }),
    )
  })

  it('finds each line by its place, also one whose fields nobody escaped', () => {
    fc.assert(
      fc.property(anyLine, line => {
        const [found] = candidatesAt(readLock(writeLock([line])), line)
        expect(found).toEqual(line)
      }),
    )
    const by_hand = 'a\u2028b.json\t/k\tde\th9jwQglP5MyMnGSo\t2mT4qJCOOcIvQqj6\tmachine\n'
    expect(candidatesAt(readLock(by_hand), { file: 'a\u2028b.json', key: '/k', language: 'de' })).toHaveLength(1)
  })

  it('survives being bytes of UTF-8, and has no byte that makes git take it for a binary file', () => {
    fc.assert(
      fc.property(few, lines => {
        const text = writeLock(lines)
        expect(Buffer.from(text).toString()).toBe(text)
        expect(text).not.toMatch(/(?![\t\n])\p{Cc}/u)
      }),
    )
  })

  it('has the same bytes for the same content, in whatever order it comes and however often it is written', () => {
    fc.assert(
      fc.property(few, lines => {
        const text = writeLock(lines)
        expect(writeLock(lines.toReversed())).toBe(text)
        expect(writeLock([...lines, ...lines])).toBe(text)
        expect(writeLock(linesOf(text))).toBe(text)
      }),
    )
  })

  it('has one line an entry, by file, key and language in code-unit order, the fields between tabs', () => {
    const reviewed = { who: 'reviewer', name: 'Ada L.', date: '2026-11-22' } as const
    const text = writeLock([
      lineFor('/b', 'Close', 'Schließen', { by: reviewed }),
      lineFor('/a', 'Open', 'Ouvrir', { language: 'fr' }),
      lineFor('/a', 'Open', 'Öffnen', { by: { who: 'person' } }),
      lineFor('/a b', 'X', 'Y'),
      lineFor('/z', 'Open', 'Öffnen', { file: 'locales/en' }),
    ])
    expect(text.split('\n').map(line => line.replace(/\t[\w-]{16}\t[\w-]{16}/, ' …'))).toEqual([
      HEADER,
      'locales/en\t/z\tde …\tmachine',
      'locales/en.json\t/a\tde …\tperson',
      'locales/en.json\t/a\tfr …\tmachine',
      'locales/en.json\t/a b\tde …\tmachine',
      'locales/en.json\t/b\tde …\treviewer\tAda L.\t2026-11-22',
      '',
    ])
  })

  it('changes by one line where one translation changes', () => {
    const lines = Array.from({ length: 50 }, (_, n) => lineFor(`/k${n}`, 'a', 'b'))
    const before = writeLock(lines).split('\n')
    const after = writeLock(lines.with(20, lineFor('/k20', 'changed', 'b'))).split('\n')
    expect(after.filter((line, at) => line !== before[at])).toHaveLength(1)
    expect(writeLock(lines.toSpliced(20, 1)).split('\n')).toEqual(before.filter(line => !line.includes('/k20\t')))
  })

  it('escapes tabs, line ends, backslashes, and what would begin a comment or a mark of a conflict', () => {
    const line = lineFor('/a\tb\nc\\d\u0000', 'x', 'y', { file: '<<<<<<< a.json' })
    expect(writeLock([line]).split('\n')[1]).toMatch(/^\\<<<<<<< a\.json\t\/a\\tb\\nc\\\\d\\u0000\tde\t/)
  })

  it('is read where git wrote it with CRLF, and can be written like that', () => {
    const lines = [lineFor('/a', 'x', 'y'), lineFor('/b', 'x', 'y')]
    const crlf = writeLock(lines).replaceAll('\n', '\r\n')
    const read = readLock(`\ufeff${crlf}`)
    expect(read).toMatchObject({ eol: '\r\n', unreadable: [] })
    expect([...linesOfLock(read)]).toEqual(lines)
    expect(writeLock(lines, read.eol)).toBe(crlf)
    expect(readLock(writeLock(lines)).eol).toBe('\n')
  })

  it('is empty where its text is', () => {
    for (const text of ['', '\n', '\r\n\r\n', HEADER, writeLock([])]) {
      expect(readLock(text)).toMatchObject({ places: new Map(), unreadable: [] })
    }
  })

  it('gives all lines about one place, and none about another', () => {
    const two = [lineFor('/a', 'x', 'y'), lineFor('/a', 'x', 'z')]
    const lock = readLock(writeLock([...two, lineFor('/b', 'x', 'y')]))
    const place = { file: 'locales/en.json', key: '/a', language: 'de' }
    expect(new Set(candidatesAt(lock, place))).toEqual(new Set(two))
    expect(candidatesAt(lock, { ...place, language: 'fr' })).toEqual([])
  })

  it('is read with the marks of a conflict in it: the lines of all sides are there, and the marks are counted', () => {
    const [ours, base, theirs] = ['ours', 'base', 'theirs'].map(text => lineFor('/a', 'x', text))
    const text = (line: LockLine | undefined) => writeLock(line === undefined ? [] : [line]).split('\n')[1] ?? ''
    const conflicted = [
      HEADER,
      ...['<<<<<<< HEAD', text(ours), '||||||| 3f2a\tb', text(base), '=======', text(theirs)],
      '>>>>>>> 9ab12 (Add\ta tab)',
    ].join('\n')
    const lock = readLock(conflicted)
    expect([...linesOfLock(lock)]).toEqual([ours, base, theirs])
    expect(lock).toMatchObject({ conflict_marks: [2, 4, 6, 8], unreadable: [] })
  })

  it('tells by number and text which lines cannot be read, and reads the others', () => {
    const good = lineFor('/a', 'x', 'y')
    const [, line = ''] = writeLock([good]).split('\n')
    const [bad, ...rest] = [
      line.slice(0, -3),
      line.replace(/\tmachine$/, '\trobot'),
      `${line}\tmore`,
      line.replace(/\tmachine$/, '\treviewer\tAda'),
      line.replace('/a', '/a\\q'),
      line.replace('/a', '/a\\'),
      line.replace(/\t[\w-]{16}\t/, '\tshort\t'),
      '# a remark of a person',
      '====== six',
      'version https://git-lfs.github.com/spec/v1',
      '\u0000\u0001',
    ]
    const lock = readLock([HEADER, bad, line, '', ...rest].join('\n'))
    expect([...linesOfLock(lock)]).toEqual([good])
    expect(lock.unreadable.map(({ number }) => number)).toEqual([2, ...rest.map((_, at) => at + 5)])
    expect(lock.unreadable.map(({ text }) => text)).toEqual([bad, ...rest])
  })

  it('never fails on any other text', () => {
    const piece = fc.constantFrom('\t', '\n', '\r', '\\', 'machine', 'reviewer', 'A'.repeat(16), '<<<<<<<', 'x', '')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
        const lock = readLock(pieces.join(''))
        const kept = pieces
          .join('')
          .split('\n')
          .filter(line => !/^\r?$/.test(line))
        const read = [...linesOfLock(lock)].length
        expect(read + lock.unreadable.length + lock.conflict_marks.length).toBe(kept.length)
      }),
    )
  })

  it('is refused by name where a newer version wrote any of it', () => {
    const newer = `${writeLock([lineFor('/a', 'x', 'y')])}# translation-mcp lock 2 · anything\r\n`
    expect(() => readLock(newer)).toThrow(LockError)
    expect(() => readLock(newer)).toThrow(
      expect.objectContaining({ code: 'lock_too_new', version: 2, message: expect.stringContaining('version 2') }),
    )
  })
})
