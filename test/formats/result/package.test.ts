import { describe, expect, it } from 'vitest'
import { type ByteStream, type Format, FormatError, type PackageEntry, type Unit } from '../../../src/formats/format.ts'
import { rounds } from '../../support/seed.ts'
import { bytesOf, fc, opened, rewrite, type TranslateUnit, verify } from '../files.ts'

/**
 * A package for these tests: a signature line, then of each member a line `name length` and its content in hexadecimal, then a line
 * of the package's own. Members that are written anew are in capitals, so that one that is passed on as it stands can be told.
 */
const SIGNATURE = 'toy package\n'

interface Member {
  readonly name: string
  readonly packed: string
}

function packageOf(contents: Readonly<Record<string, string>>, end = 'end of package'): string {
  const members = Object.entries(contents).map(([name, content]) => ({ name, packed: hex(content) }))
  return `${SIGNATURE}${members.map(written).join('')}${end}\n`
}

const hex = (content: string): string => Buffer.from(content).toString('hex')
const written = ({ name, packed }: Member): string => `${name} ${packed.length}\n${packed}\n`

async function readPackage(source: ByteStream): Promise<{ signature: string; members: Member[]; end: string }> {
  const text = (await bytesOf(source)).toString()
  const members: Member[] = []
  let at = text.indexOf('\n') + 1
  const signature = text.slice(0, at)
  for (;;) {
    const [head, name = '', length] = /^(\w+) (\d+)\n/.exec(text.slice(at)) ?? []
    if (head === undefined) return { signature, members, end: text.slice(at) }
    const packed = text.slice(at + head.length, at + head.length + Number(length))
    if (packed.length < Number(length)) throw new FormatError('malformed', `The member ${name} breaks off.`)
    members.push({ name, packed })
    at += head.length + packed.length + 1
  }
}

async function* only(bytes: Uint8Array | string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(bytes)
}

const unpacked = ({ packed }: Member): Buffer => Buffer.from(packed, 'hex')

/** A unit is a line of a member. Members are read from the last to the first, as a format may have to. */
async function* unitsOf(source: ByteStream): AsyncGenerator<Unit> {
  let index = 0
  for (const member of (await readPackage(source)).members.reverse()) {
    let start = 0
    for (const [at, text] of unpacked(member).toString().split('\n').entries()) {
      const end = start + Buffer.byteLength(text)
      const place = { index, path: `toy:${member.name}/${at}`, part: member.name, member: member.name, start, end }
      yield { ...place, text, charset: 'utf-8' }
      start = end + 1
      index += 1
    }
  }
}

const toy: Format = {
  family: 'docx',
  extensions: ['toy'],
  traits: {},
  packaging: {
    async *entries(open): AsyncGenerator<PackageEntry> {
      const { signature, members, end } = await readPackage(open())
      yield { content: only(signature) }
      for (const member of members) yield { member: member.name, content: only(unpacked(member)) }
      yield { content: only(end) }
    },
    async *repack(open, changes) {
      const { signature, members, end } = await readPackage(open())
      yield Buffer.from(signature)
      for (const member of members) {
        const change = changes.get(member.name)
        const packed = change && (await bytesOf(change(only(unpacked(member))))).toString('hex').toUpperCase()
        yield Buffer.from(written({ ...member, packed: packed ?? member.packed }))
      }
      yield Buffer.from(end)
    },
  },
  scan: unitsOf,
  edits({ member, start, end, text }, translation) {
    return translation === undefined || translation === text ? [] : [{ member, start, end, bytes: translation }]
  },
}

const GERMAN = { language: 'de' }
const ORIGINAL = packageOf({ styles: 'plain', body: 'One\nTwo\nThree', notes: 'Four', tail: 'none' })
const WORDS: Readonly<Record<string, string>> = { One: 'Eins', Three: 'Drei', Four: 'Vier' }
const some: TranslateUnit = ({ text }) => WORDS[text]

const resultOf = async (original: string, translate: TranslateUnit, format = toy): Promise<string> =>
  (await bytesOf(rewrite(format, opened(original), translate, GERMAN))).toString()
const found = (result: string, translate = some, format = toy) =>
  verify(format, opened(ORIGINAL), opened(result), translate, GERMAN)

describe('a package', () => {
  it('stays byte for byte when nothing is translated [RES-2]', async () => {
    // A member that was written anew would be in capitals.
    for (const translate of [() => undefined, ({ text }: Unit) => text]) {
      expect(await resultOf(ORIGINAL, translate)).toBe(ORIGINAL)
    }
  })

  it('has its edits in the members they name, and passes the others on as they stand [RES-2]', async () => {
    const capitals = { packed: hex('Eins\nTwo\nDrei').toUpperCase() }
    const expected = [
      { name: 'styles', packed: hex('plain') },
      { name: 'body', ...capitals },
      { name: 'notes', packed: hex('Vier').toUpperCase() },
      { name: 'tail', packed: hex('none') },
    ]
    const result = await resultOf(ORIGINAL, some)
    expect(result).toBe(`${SIGNATURE}${expected.map(written).join('')}end of package\n`)
    expect(await found(result)).toEqual([])
  })

  it('has each translation in its place, whatever its members hold [RES-2]', async () => {
    const content = fc.array(fc.stringMatching(/^[a-zé ]{0,8}$/), { minLength: 1, maxLength: 5 })
    const contents = fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), content, { minKeys: 1, maxKeys: 5 })
    await fc.assert(
      fc.asyncProperty(contents, fc.nat(3), async (members, nth) => {
        const marked: TranslateUnit = ({ text, index }) => (index % (nth + 1) === 0 ? `«${text}»` : undefined)
        const lines = Object.fromEntries(Object.entries(members).map(([name, lines]) => [name, lines.join('\n')]))
        const original = packageOf(lines)
        const result = await resultOf(original, marked)
        expect(await verify(toy, opened(original), opened(result), marked, GERMAN)).toEqual([])
        const same = await verify(toy, opened(original), opened(original), marked, GERMAN)
        expect(same.filter(({ kind }) => kind === 'text').length).toBeGreaterThan(0)
      }),
      { numRuns: rounds(50) },
    )
  })

  it('is not written where edits of one member overlap', async () => {
    const doubled: Format = { ...toy, edits: (...given) => toy.edits(...given).flatMap(edit => [edit, edit]) }
    await expect(resultOf(ORIGINAL, some, doubled)).rejects.toMatchObject({ code: 'overlapping_edits' })
  })

  it.each([
    ['no member', undefined],
    ['a member that it does not hold', 'index'],
  ])('is not written where an edit names %s', async (_, member) => {
    const astray: Format = {
      ...toy,
      edits: (...given) => toy.edits(...given).map(edit => ({ ...edit, member })),
    }
    await expect(resultOf(ORIGINAL, some, astray)).rejects.toMatchObject({ code: 'overlapping_edits' })
  })
})

describe('verification of a package', () => {
  const good = packageOf({ styles: 'plain', body: 'Eins\nTwo\nDrei', notes: 'Vier', tail: 'none' })

  it('finds nothing in a good result, however its members are packed', async () => {
    expect(await found(good)).toEqual([])
    expect(await found(good.replace(hex('none'), hex('none').toUpperCase()))).toEqual([])
  })

  it('names the unit that reads back as something else [ENG-2]', async () => {
    expect(await found(good.replace(hex('Vier'), hex('Fünf').slice(0, 8)))).toContainEqual(
      expect.objectContaining({ kind: 'text', path: 'toy:notes/0', expected: 'Vier' }),
    )
  })

  it('finds a byte changed outside the edits, in a member with edits and in one without', async () => {
    const between = good.replace(hex('Eins\nTwo'), hex('Eins\nTwö').slice(0, hex('Eins\nTwo').length))
    expect(await found(between)).toContainEqual({ kind: 'bytes', offset: 7, member: 'body' })
    expect(await found(good.replace(hex('plain'), hex('plaid')))).toContainEqual(
      expect.objectContaining({ kind: 'bytes', offset: 4, member: 'styles' }),
    )
  })

  it('finds a byte changed in the package itself', async () => {
    expect(await found(good.replace('end of', 'END OF'))).toEqual([{ kind: 'bytes', offset: 0 }])
    expect(await found(good.replace('toy package', 'toy packagE'))).toEqual([{ kind: 'bytes', offset: 10 }])
    expect(await found(`${good}more`)).toEqual([{ kind: 'bytes', offset: 15 }])
  })

  it('finds members that are missing, more, renamed or in another order', async () => {
    const contents = { styles: 'plain', body: 'Eins\nTwo\nDrei', notes: 'Vier', tail: 'none' }
    const { notes, ...others } = contents
    for (const [members, member] of [
      [others, 'notes'],
      [{ ...others, notes }, 'notes'],
      [{ ...others, remarks: notes }, 'notes'],
    ] as const) {
      expect(await found(packageOf(members))).toContainEqual({ kind: 'bytes', offset: 0, member })
    }
    expect((await found(packageOf({ ...contents, more: 'x' }))).map(({ kind }) => kind)).toContain('bytes')
  })

  it('finds a package that can no longer be read', async () => {
    expect(await found(good.slice(0, -20))).toContainEqual({
      kind: 'unreadable',
      message: 'The member tail breaks off.',
    })
  })

  it('throws where the original itself cannot be read', async () => {
    const broken = opened(ORIGINAL.slice(0, -20))
    await expect(verify(toy, broken, opened(good), some, GERMAN)).rejects.toMatchObject({ code: 'malformed' })
  })

  it('reads texts back range by range where a format cuts them by their wording', async () => {
    const cut: Format = { ...toy, traits: { cut_by_wording: true } }
    const result = await resultOf(ORIGINAL, some, cut)
    expect(await found(result, some, cut)).toEqual([])
    expect(await found(result.replace(hex('Vier').toUpperCase(), hex('Funf')), some, cut)).toEqual([
      { kind: 'text', index: 1, path: 'toy:notes/0', expected: 'Vier', found: 'Funf' },
    ])
  })
})
