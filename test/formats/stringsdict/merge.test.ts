import { describe, expect, it } from 'vitest'
import { splice } from '../../../src/formats/index.ts'
import { built, bytesOf, opened } from '../files.ts'
import { counted, plistOf, plural } from './plist.ts'

const stringsdict = built('stringsdict')
const NOTHING: ReadonlySet<string> = new Set()

interface Change {
  readonly from: string
  readonly take?: ReadonlySet<string>
  readonly remove?: ReadonlySet<string>
}

async function merged(there: string, { from, take = NOTHING, remove = NOTHING }: Change): Promise<string> {
  const change = { source: Buffer.from(from), from: Buffer.from(from), take, remove }
  const edits = (await stringsdict.merge?.(Buffer.from(there), change)) ?? []
  return (await bytesOf(splice(opened(there)(), edits))).toString()
}

const KEYS = ['a', 'b', 'c', 'd'] as const
const forms = (...keys: readonly string[]) =>
  new Set(keys.flatMap(key => ['one', 'other'].map(form => `stringsdict:/${key}/n/${form}`)))
const of = (keys: readonly string[]) =>
  plistOf(Object.fromEntries(keys.map(key => [key, counted({ one: `${key} file`, other: `${key} files` })])))
/** Each message has a comment in front of it. */
const noted = (keys: readonly string[]) => of(keys).replace(/^\t<key>(\w)/gm, '\t<!-- about $1 -->\n\t<key>$1')

describe('the merge of .stringsdict files', () => {
  it('takes messages out and puts them back, with their comments', async () => {
    const all = noted(KEYS)
    for (let bits = 1; bits < 2 ** KEYS.length; bits += 1) {
      const some = KEYS.filter((_, at) => (bits & (1 << at)) !== 0)
      const gone = await merged(all, { from: all, remove: forms(...some) })
      expect(gone).toBe(noted(KEYS.filter(key => !some.includes(key))))
      expect(await merged(gone, { from: all, take: forms(...some) })).toBe(all)
    }
  })

  it('changes the variables that are taken, with all their forms, and no others', async () => {
    const message = (n: string, m: string) =>
      plistOf({
        a: { NSStringLocalizedFormatKey: '%#@n@ %#@m@', n: plural({ one: n, other: n }), m: plural({ other: m }) },
      })
    const there = message('mine', 'mine')
    expect(await merged(there, { from: message('theirs', 'theirs'), take: forms('a') })).toBe(message('theirs', 'mine'))
    const without = there.replace(/\t\t<key>n<\/key>[\s\S]*?<\/dict>\n/, '')
    expect(await merged(without, { from: message('theirs', 'theirs'), take: forms('a') })).toBe(
      message('theirs', 'theirs'),
    )
  })

  it('brings what is new in the line ends of the file', async () => {
    const there = of(['a']).replaceAll('\n', '\r\n')
    expect(await merged(there, { from: of(['a', 'b']), take: forms('b') })).toBe(
      of(['a', 'b']).replaceAll('\n', '\r\n'),
    )
  })
})
