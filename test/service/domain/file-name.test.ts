import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extensionOf, FAMILIES } from '../../../src/contract/formats.ts'
import { gettextName } from '../../../src/contract/language-tags.ts'
import { resultName } from '../../../src/contract/result-names.ts'
import { builtExtensions, localizedPath } from '../../../src/formats/index.ts'
import { inferFileName, parcelName, readFileName } from '../../../src/service/domain/file-name.ts'
import { fold } from '../../../src/service/domain/fold.ts'
import { SUPPORTED_TAGS } from '../../../src/service/domain/languages.ts'
import { contentDisposition, resultPath } from '../../../src/service/files/links.ts'
import { rounds } from '../../support/seed.ts'

/** What a name must never hold once it was read: path separators, control characters, what turns the reading direction. */
const UNSAFE = /[/\\\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

const extension = fc.constantFrom(...builtExtensions)
const nasty = fc.constantFrom(
  ...['/', '\\', '..', '../', '..\\', '\0', '\n', '\r', '\t', '\x1b[31m', '\u202e', '\u2066', '\u2028', '\x7f', '\x85'],
  ...['.', ' ', ':', '%2f', '%00', '"', "'", '*', '(', ';', 'ü', '日本', '😀', 'e\u0301', 'C:', 'CON', '~'],
)
const written = fc
  .tuple(fc.array(fc.oneof(nasty, fc.string({ maxLength: 5 })), { maxLength: 8 }), extension)
  .map(([parts, end]) => `${parts.join('')}.${end}`)

function read(given: string): string | undefined {
  try {
    return readFileName(given).fileName
  } catch (error) {
    expect(error).toMatchObject({
      param: 'filename',
      code: expect.stringMatching(/^(invalid_parameter|unsupported_format)$/),
    })
    return undefined
  }
}

describe('a file name, whatever was sent as one,', () => {
  it('is refused, or holds no folder, control character or hidden extension [CRE-2]', () => {
    let accepted = 0
    fc.assert(
      fc.property(written, given => {
        const name = read(given)
        if (name === undefined) return
        accepted += 1
        expect(name).not.toMatch(UNSAFE)
        expect(name).toBe(name.trim())
        expect(name.length).toBeLessThanOrEqual(255)
        expect(given).toContain(name)
        expect(read(name)).toBe(name)
      }),
      { numRuns: rounds(1500) },
    )
    expect(accepted).toBeGreaterThan(rounds(900))
  })

  it('stays so in every name made from it, which keeps its extension [RES-2]', () => {
    fc.assert(
      fc.property(written, fc.constantFrom(...SUPPORTED_TAGS), (given, tag) => {
        const name = read(given)
        if (name === undefined) return
        const translated = localizedPath(name, tag)
        expect(translated).not.toMatch(UNSAFE)
        // What is made from a template is a catalogue, .po from .pot; from a PDF, a document.
        expect(extensionOf(translated)).toBe(extensionOf(resultName(name)).replace(/^pot$/, 'po'))
        // A catalogue has the name that gettext has for the language: `zh_TW` for `zh-Hant`.
        const plain = (text: string) => text.replaceAll('_', '-').toLowerCase()
        expect([tag, gettextName(tag)].filter(said => plain(translated).includes(plain(said)))).not.toEqual([])
        expect(parcelName(name)).not.toMatch(UNSAFE)
        expect(extensionOf(parcelName(name))).toBe('zip')
      }),
      { numRuns: rounds(500) },
    )
  })

  it('goes through a link and a header and comes out the same [RES-1]', () => {
    fc.assert(
      fc.property(written, given => {
        const accepted = read(given)
        if (accepted === undefined) return
        const name = Buffer.from(accepted).toString()
        const path = resultPath('bat_1', name)
        const url = new URL(path, 'http://127.0.0.1:1')
        expect(url.pathname).toBe(path)
        expect(url.search + url.hash).toBe('')
        expect(url.pathname.split('/').map(decodeURIComponent)).toEqual(['', 'files', 'bat_1', name])
        const header = contentDisposition(name)
        expect(() => new Headers({ 'content-disposition': header })).not.toThrow()
        const [, plain, extended] =
          /^attachment; filename="([^"\\]+)"; filename\*=UTF-8''([\w%.~!*-]+)$/.exec(header) ?? []
        expect(plain).toMatch(/^[\x20-\x7e]+$/)
        expect(decodeURIComponent(extended ?? '')).toBe(name)
      }),
      { numRuns: rounds(500) },
    )
  })

  it('has differing translations for differing languages, so that a parcel holds all of them [RES-2]', () => {
    for (const name of ['a.txt', '.json', 'a.de.txt', 'a.b.c.md', '日本.yaml']) {
      const names = new Set(SUPPORTED_TAGS.map(tag => localizedPath(name, tag).toLowerCase()))
      expect(names.size).toBe(SUPPORTED_TAGS.length)
    }
  })

  it('decides format and ceiling by its last extension in any case [CRE-2, LIM-2]', () => {
    for (const [family, { extensions, ceiling_bytes, binary }] of Object.entries(FAMILIES)) {
      for (const end of Object.keys(extensions)) {
        const given = `archive.exe.${end.toUpperCase()}`
        if (!builtExtensions.includes(end)) expect(read(given)).toBeUndefined()
        else expect(readFileName(given)).toMatchObject({ family, ceiling: ceiling_bytes, binary })
      }
    }
    for (const none of [
      'a',
      'a.',
      'txt',
      'a.txt.',
      'a.txt.exe',
      'a.toString',
      'a.__proto__',
      'a.constructor',
      'a.tx t',
    ]) {
      expect(() => readFileName(none), none).toThrow(expect.objectContaining({ code: 'unsupported_format' }))
    }
  })

  /** What a refusal of this name says. */
  const refusalOf = (name: string, content?: string): string => {
    try {
      readFileName(name, undefined, content)
    } catch (error) {
      expect(error).toMatchObject({ code: 'unsupported_format', param: 'filename' })
      if (error instanceof Error) return error.message
    }
    throw new Error(`${name} is accepted`)
  }

  it.each([
    ['letter.docm', 'In place of a .docm file: save it as a docx, odt, html, md or txt file.'],
    ['events.jsonl', 'In place of a .jsonl file: each of its lines'],
    ['de/LC_MESSAGES/app.mo', 'the po file that it was made from'],
    ['app.rc', 'rc2po of the Translate Toolkit'],
    ['garden.docx.sdlxliff', 'only Trados writes'],
    ['texts.yaml.erb', 'Nearest of what is accepted: yaml (its name is like one).'],
    ['app.json.bak', 'Nearest of what is accepted: json (its name is like one).'],
    ['table.CVS', 'Nearest of what is accepted: csv (its name is like one).'],
  ])('of an unknown kind is refused with what is near to it, not with all: %s [CRE-9]', (name, said) => {
    const refusal = refusalOf(name)
    expect(refusal).toMatch(/^\.\w+ files are not accepted\. /)
    expect(refusal).toContain(said)
    expect(refusal).not.toContain('Accepted:')
  })

  it.each([
    ['film.mov', '.mov files are'],
    ['README', 'A file name without an extension is'],
  ])('that is near to nothing is refused with all that is accepted: %s [CRE-9]', (name, said) => {
    expect(refusalOf(name)).toBe(`${said} not accepted. Accepted: ${builtExtensions.join(', ')}.`)
  })

  it('that came with its text is told what that reads like, by its beginning [CRE-9]', () => {
    expect(refusalOf('menu.quux', '{"a": "One"}')).toContain('json, jsonc (it reads like JSON)')
    expect(refusalOf('menu.quux', `${' '.repeat(70_000)}{"a": "One"}`)).toContain('Accepted:')
  })

  it('may have 255 characters after its folders, no more [CRE-2]', () => {
    const longest = `${'x'.repeat(251)}.txt`
    expect(read(`${'folder/'.repeat(50)}${longest}`)).toBe(longest)
    expect(read(`x${longest}`)).toBeUndefined()
  })
})

it('takes text without a name for JSON only where it is an object or a list [CRE-2]', () => {
  for (const json of ['{}', ' \n[1]', '{"a":[1,2]}']) expect(inferFileName(json)).toBe('untitled.json')
  for (const text of ['', '"a"', '3', 'null', '{', '{a: 1}', '[1,]', '{} and more', '[link](x)', '\u00a0']) {
    expect(inferFileName(text), text).toBe('untitled.txt')
  }
})

describe('folding', () => {
  it.each([
    ['Straße', 'STRASSE'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['ﬁn', 'FIN'],
    ['Ｆｕｌｌ', 'full'],
    ['e\u0301', '\u00c9'],
    ['Ⅻ', 'xii'],
    ['ǅ', 'dž'],
    ['\u212b', 'å'],
    ['ſ', 'S'],
  ])('takes %s and %s for one [BAT-2]', (one, other) => {
    expect(fold(one)).toBe(fold(other))
  })

  it.each([
    ['a', 'ä'],
    ['o', 'ø'],
    ['и', 'й'],
    ['1', 'l'],
  ])('keeps %s and %s apart [BAT-2]', (one, other) => {
    expect(fold(one)).not.toBe(fold(other))
  })

  it('changes nothing the second time, and sees neither case nor composition [BAT-2]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        expect(fold(fold(text))).toBe(fold(text))
        expect(fold(text.toUpperCase())).toBe(fold(text))
        expect(fold(text.normalize('NFD'))).toBe(fold(text))
      }),
      { numRuns: rounds(500) },
    )
  })
})
