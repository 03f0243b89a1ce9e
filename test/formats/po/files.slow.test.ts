import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { corpus } from '../../support/corpus.ts'
import { rounds } from '../../support/seed.ts'
import { built, bytesOf, fc, opened, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'

const po = built('po')
const none: TranslateUnit = () => undefined
/** Every message anew, in characters that Windows-1251 has too. */
const all: TranslateUnit = unit =>
  unit.left_out && unit.left_out !== 'already_translated' ? undefined : `«${unit.text}»`
const open: TranslateUnit = unit => (unit.left_out ? undefined : `«${unit.text}»`)
const LANGUAGES = ['de', 'ja', 'pl', 'ar']

const gettext = ['msgfmt', 'msgcat'].every(tool => spawnSync(tool, ['--version']).status === 0)
const folder = mkdtempSync(join(tmpdir(), 'translation-mcp-po-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What msgfmt finds wrong; empty when nothing is. Warnings about fields of a header that nobody filled in do not count. */
function faults(bytes: Uint8Array): string[] {
  const file = join(folder, 'file.po')
  writeFileSync(file, bytes)
  const { status, stderr } = spawnSync('msgfmt', ['-c', '-o', '/dev/null', file], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' },
  })
  return status === 0 ? [] : stderr.split('\n').filter(line => /error|:\d+:/.test(line) && !line.includes('warning'))
}

const quoted = (text: string): string =>
  `"${text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`
const texts = fc
  .array(fc.constantFrom('word ', 'Größe', '%s', '"', '\\', '\n', '日本', '😀', '%d items', '<b>', ' ', '\t'), {
    minLength: 1,
    maxLength: 8,
  })
  .map(parts => parts.join(''))
const entries = fc.record({
  id: texts,
  plural: fc.option(texts, { freq: 3, nil: undefined }),
  target: fc.option(texts, { nil: undefined }),
  fuzzy: fc.boolean(),
  comment: fc.constantFrom('', '# note\n', '#. hint\n#: a.c:1\n'),
  previous: fc.constantFrom('', '#| msgid "old"\n'),
})
const catalogues = fc
  .tuple(
    fc.uniqueArray(entries, { maxLength: 8, selector: ({ id }) => id }),
    fc.boolean(),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([list, header, eol]) => {
    const body = list.map(({ id, plural, target = '', fuzzy, comment, previous }, at) => {
      // gettext wants line breaks at both ends alike.
      const say = (text: string, like: string) =>
        text === ''
          ? '""'
          : quoted((like.startsWith('\n') ? '\n' : '') + text.trim() + (like.endsWith('\n') ? '\n' : ''))
      const source = id.trim() === '' ? `x${id}` : id
      const many =
        plural === undefined
          ? undefined
          : (source.startsWith('\n') ? '\n' : '') + plural.trim() + (source.endsWith('\n') ? '\n' : '')
      const strings =
        many === undefined
          ? `msgstr ${say(target, source)}\n`
          : `msgid_plural ${quoted(many)}\nmsgstr[0] ${say(target, source)}\nmsgstr[1] ${say(target, source)}\n`
      return `${comment}${fuzzy ? '#, fuzzy\n' : ''}${previous}msgctxt "${at}"\nmsgid ${quoted(source)}\n${strings}`
    })
    const head =
      'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
    return [...(header ? [head] : []), ...body].join('\n').replaceAll('\n', eol)
  })
const cuts = fc.array(fc.nat(2000), { maxLength: 8 })

describe('any catalogue', () => {
  it('stays byte for byte when nothing is translated, for whatever language [RES-2, FMT-1]', async () => {
    await fc.assert(
      fc.asyncProperty(catalogues, fc.constantFrom(...LANGUAGES), cuts, async (text, language, places) => {
        const result = await bytesOf(rewrite(po, opened(text, places), none, { language }))
        expect(result.toString()).toBe(text)
      }),
      { numRuns: rounds(150) },
    )
  })

  it('gives the same units wherever the stream is cut', async () => {
    await fc.assert(
      fc.asyncProperty(catalogues, cuts, async (text, places) => {
        expect(await unitsOf(po, opened(text, places))).toEqual(await unitsOf(po, opened(text)))
      }),
      { numRuns: rounds(50) },
    )
  })

  it('has each translation in its place and every other byte as it was [RES-2, FMT-1]', async () => {
    await fc.assert(
      fc.asyncProperty(
        catalogues,
        fc.constantFrom(...LANGUAGES),
        fc.constantFrom(open, all),
        async (text, language, by) => {
          const result = await bytesOf(rewrite(po, opened(text), by, { language }))
          expect(await verify(po, opened(text), opened(result), by, { language })).toEqual([])
        },
      ),
      { numRuns: rounds(200) },
    )
  })

  it.skipIf(!gettext)('has no fault that msgfmt finds, whatever the language', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        catalogues,
        fc.constantFrom(...LANGUAGES),
        fc.constantFrom(open, all),
        async (text, language, by) => {
          const result = await bytesOf(rewrite(po, opened(text), by, { language }))
          // What nobody wrote may have had its faults before.
          fc.pre(result.toString() !== text)
          expect(faults(result), text).toEqual([])
        },
      ),
      { numRuns: rounds(40) },
    )
  })

  it.skipIf(!gettext)('says to msgcat what it says to us', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(catalogues, async text => {
        const ours = await bytesOf(rewrite(po, opened(text.replaceAll('\r\n', '\n')), all, { language: 'de' }))
        fc.pre(ours.includes('charset'))
        const file = join(folder, 'cat.po')
        writeFileSync(file, ours)
        const theirs = execFileSync('msgcat', ['--no-wrap', '--force-po', file], {
          stdio: ['ignore', 'pipe', 'ignore'],
        })
        const seen = async (bytes: Uint8Array) =>
          (await unitsOf(po, opened(bytes))).map(({ path, text: source, target }) => ({ path, source, target }))
        expect(await seen(theirs)).toEqual(await seen(ours))
      }),
      { numRuns: rounds(15) },
    )
  })
})

describe('a catalogue of real life', () => {
  const real = corpus('po')

  it('stays byte for byte when nothing is translated [RES-2]', async () => {
    for (const { name, bytes } of real) {
      for (const language of LANGUAGES) {
        const result = await bytesOf(rewrite(po, opened(bytes), none, { language }))
        expect(result.equals(bytes), name).toBe(true)
      }
    }
  })

  it('changes only its text, and msgfmt finds no fault', { timeout: 120_000 }, async () => {
    for (const { name, bytes } of real) {
      for (const language of ['de', 'pl']) {
        const result = await bytesOf(rewrite(po, opened(bytes), all, { language }))
        expect(await verify(po, opened(bytes), opened(result), all, { language }), name).toEqual([])
        if (gettext) expect(faults(result), `${name} ${language}`).toEqual([])
      }
    }
  })

  /** Every second message, as where a person leaves out parts and an engine refuses texts. */
  const half: TranslateUnit = unit => (unit.index % 2 === 0 ? open(unit) : undefined)

  it.each(['de', 'ja', 'pl'])('has no message in another language than %s', { timeout: 60_000 }, async language => {
    let compared = 0
    for (const { name, bytes } of real) {
      const said = (await po.languages?.(opened(bytes)()))?.target
      if (said === undefined || said.split('-')[0] === language) continue
      const result = await bytesOf(rewrite(po, opened(bytes), half, { language }))
      expect(await verify(po, opened(bytes), opened(result), half, { language }), name).toEqual([])
      const units = await unitsOf(po, opened(result), { target: { language } })
      const foreign = units.filter(unit => unit.left_out !== 'obsolete' && !/^(?:«.*»)?$/s.test(unit.target ?? ''))
      expect(foreign, name).toEqual([])
      if (gettext) expect(faults(result), name).toEqual([])
      compared += 1
    }
    expect(compared).toBeGreaterThan(2)
  })

  it('keeps what is translated and what is not asked for', async () => {
    const whole = real.filter(({ name }) => ['workshop-de.po', 'git-gui-de.po'].includes(name))
    expect(whole.length).toBeGreaterThan(0)
    for (const { name, bytes } of whole) {
      const result = await bytesOf(rewrite(po, opened(bytes), open, { language: 'de' }))
      expect(result.equals(bytes), name).toBe(true)
    }
  })

  it('in Windows-1251 is read as such', async () => {
    const legacy = real.filter(({ name }) => /cp1251/i.test(name))
    expect(legacy.length).toBeGreaterThan(0)
    for (const { name, bytes } of legacy) {
      const units = await unitsOf(po, opened(bytes))
      expect(
        units.some(unit => /\p{Script=Cyrillic}/u.test(unit.target ?? '')),
        name,
      ).toBe(true)
      expect(
        units.every(unit => unit.charset === 'legacy:windows-1251'),
        name,
      ).toBe(true)
    }
  })
})
