import { describe, expect, it } from 'vitest'
import { splice } from '../../../src/formats/index.ts'
import { built, bytesOf, opened } from '../files.ts'
import { catalogWith, forms, said } from './catalog.ts'

const catalog = built('xcstrings')
const NOTHING: ReadonlySet<string> = new Set()

interface Change {
  readonly source?: string
  readonly from: string
  readonly take?: ReadonlySet<string>
  readonly remove?: ReadonlySet<string>
}

async function merged(
  there: string,
  { from, source = from, take = NOTHING, remove = NOTHING }: Change,
): Promise<string> {
  const change = { source: Buffer.from(source), from: Buffer.from(from), take, remove }
  const edits = (await catalog.merge?.(Buffer.from(there), change)) ?? []
  return (await bytesOf(splice(opened(there)(), edits))).toString()
}

const paths = (...keys: readonly string[]) => new Set(keys.map(key => `xcstrings:/${key}`))
const WORDS = ['Close', 'Copy', 'Open', 'Save'] as const
const catalogOf = (words: readonly string[]) =>
  catalogWith(Object.fromEntries(words.map(word => [word, { localizations: { de: said(`«${word}»`) } }])))

describe('the merge of string catalogs', () => {
  it('takes entries out and puts them back, whichever they are', async () => {
    const all = catalogOf(WORDS)
    for (let bits = 1; bits < 2 ** WORDS.length; bits += 1) {
      const some = WORDS.filter((_, at) => (bits & (1 << at)) !== 0)
      const others = WORDS.filter(word => !some.includes(word))
      const gone = await merged(all, { from: all, remove: paths(...some) })
      expect(JSON.parse(gone)).toEqual(JSON.parse(catalogOf(others)))
      if (others.length > 0) expect(gone).toBe(catalogOf(others))
      expect(await merged(gone, { from: all, take: paths(...some) })).toBe(all)
    }
  })

  it('takes the languages that changed into an entry that is there, and leaves the others', async () => {
    const source = catalogWith({ Open: { localizations: { fr: said('Ouvrir') } } })
    const from = catalogWith({ Open: { localizations: { de: said('Öffnen'), fr: said('Ouvrir') } } })
    const there = catalogWith({ Open: { comment: 'Here', localizations: { fr: said('Ouvre') } } })
    expect(await merged(there, { source, from, take: paths('Open') })).toBe(
      catalogWith({ Open: { comment: 'Here', localizations: { de: said('Öffnen'), fr: said('Ouvre') } } }),
    )
    expect(await merged(catalogWith({ Open: {} }), { source, from, take: paths('Open') })).toBe(
      catalogWith({ Open: { localizations: { de: said('Öffnen') } } }),
    )
    const empty = catalogWith({ Open: {} }).replace('{\n\n    }', '{"localizations" : {}}')
    expect(JSON.parse(await merged(empty, { source, from: source, take: paths('Open') }))).toEqual(JSON.parse(source))
  })

  it('takes the forms of a plural together, by the path of any of them', async () => {
    const from = catalogWith({ 'a/b': { localizations: { de: forms({ one: 'x', other: 'y' }) } } })
    const there = catalogWith({ 'a/b': { localizations: { de: said('z') } } })
    const take = new Set(['xcstrings:/a~1b/variations/plural/one'])
    expect(await merged(there, { from, take })).toBe(from)
  })

  it('writes what comes in the line ends and indents of the file that it comes to', async () => {
    const there = catalogOf(['Close'])
      .replace(/^ +/gm, blanks => '\t'.repeat(blanks.length / 2))
      .replaceAll('\n', '\r\n')
    const result = await merged(there, { from: catalogOf(['Close', 'Open']), take: paths('Open') })
    expect(result).toContain('\r\n\t\t"Open" : {\r\n\t\t\t"localizations" : {\r\n\t\t\t\t"de"')
    expect(JSON.parse(result)).toEqual(JSON.parse(catalogOf(['Close', 'Open'])))
  })
})
