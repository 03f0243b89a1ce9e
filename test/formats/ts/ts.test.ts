import { describe, expect, it } from 'vitest'
import type { Open, Unit } from '../../../src/formats/index.ts'
import { built, bytesOf, opened, rewrite, unitsOf, verify } from '../files.ts'

const ts = built('ts')
const QT = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name>Menu</name>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
`
const MODULE = `import type { Locale } from './locale'

export default {
  menu: { open: 'Open', count: \`many\` },
} satisfies Locale
`

async function textsIn(open: Open): Promise<string[]> {
  return (await unitsOf(ts, open)).filter(unit => unit.left_out === undefined).map(({ text }) => text)
}

async function translated(content: string | Uint8Array): Promise<string> {
  const target = { language: 'de' }
  const translate = (unit: Unit) => (unit.left_out === undefined ? `»${unit.text}` : undefined)
  const result = await bytesOf(rewrite(ts, opened(content), translate, target))
  expect(await verify(ts, opened(content), opened(result), translate, target)).toEqual([])
  return Buffer.from(result).toString('utf8')
}

describe('a file that ends in .ts', () => {
  it('is one of Qt where it begins as XML, and a module of TypeScript where it does not [FMT-1]', async () => {
    expect(await textsIn(opened(QT))).toEqual(['Open'])
    expect(await textsIn(opened(MODULE))).toEqual(['Open', 'many'])
    expect(await translated(QT)).toContain('<translation>»Open</translation>')
    expect(await translated(MODULE)).toContain("menu: { open: '»Open', count: `»many` }")
  })

  it('is told by its first sign behind byte order marks and blanks, in pieces of any size', async () => {
    expect(await textsIn(opened(`\ufeff\n  ${QT.slice(QT.indexOf('<!DOCTYPE'))}`))).toEqual(['Open'])
    expect(await translated(`\ufeff${MODULE}`)).toMatch(/^\ufeffimport/)
    const pieces = () =>
      (async function* () {
        for (const byte of Buffer.from(MODULE)) yield Uint8Array.of(byte)
      })()
    expect(await textsIn(pieces)).toEqual(['Open', 'many'])
  })

  it('says its languages, gains texts and gets notes as its kind does', async () => {
    expect(await ts.languages?.(opened(QT)())).toMatchObject({ target: 'de' })
    expect(await ts.languages?.(opened(MODULE)())).toEqual({})
    const lacks = Buffer.from(MODULE.replace(', count: `many`', ''))
    const [path] = (await unitsOf(ts, opened(MODULE))).filter(({ text }) => text === 'many').map(unit => unit.path)
    const edits = await ts.merge?.(lacks, {
      from: Buffer.from(MODULE),
      take: new Set([path ?? '']),
      remove: new Set(),
      source: Buffer.from(MODULE),
    })
    expect(edits?.map(({ bytes }) => Buffer.from(bytes).toString()).join('')).toContain('`many`')
    const units = await unitsOf(ts, opened(QT))
    const noted = ts.noting?.(QT, units, new Map([[units.at(-1)?.path ?? '', 'A verb.']]))
    expect(noted?.map(({ bytes }) => Buffer.from(bytes).toString()).join('')).toContain('A verb.')
    expect(ts.noting?.(MODULE, [], new Map())).toEqual([])
  })

  it('is refused as a module where it is empty or a program', async () => {
    await expect(unitsOf(ts, opened(''))).rejects.toThrow()
    await expect(unitsOf(ts, opened('console.log("hello")\n'))).rejects.toThrow(/module|texts/)
  })
})
