import { describe, expect, it } from 'vitest'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import type { Unit } from '../../../src/formats/format.ts'
import { opened, PROTECTED, zipOf } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'
import { column, pdfOf } from '../pdf/pages.ts'
import { contentsOf, FILES, GERMAN, parcel, parcelOfFiles } from './parcels.ts'

const shout: TranslateUnit = ({ left_out, text }) =>
  left_out === undefined ? text.replace(/[aeiou]/g, 'ö') : undefined

async function written(original: Buffer, translate: TranslateUnit): Promise<{ bytes: Buffer; found: unknown[] }> {
  const bytes = await bytesOf(rewrite(parcel, opened(original), translate, GERMAN))
  return { bytes, found: await verify(parcel, opened(original), opened(bytes), translate, GERMAN) }
}

const left = (units: readonly Unit[]) =>
  units.flatMap(({ part, left_out, because }) =>
    left_out === 'unreadable' || left_out === 'not_taken' ? [[part, left_out, because]] : [],
  )

describe('a parcel', () => {
  it('has the texts of its files, in parts that begin with their names', async () => {
    const units = await unitsOf(parcel, opened(parcelOfFiles(FILES)))
    const texts = units.filter(({ left_out }) => left_out === undefined).map(({ part, text }) => `${part}: ${text}`)
    expect(texts).toEqual([
      'docs/a.md > Guide: Guide',
      'docs/a.md > Guide: Open the <g1>door</g1> first.',
      'docs/a.md > Setup: Setup',
      'docs/a.md > Setup: Close the window.',
      'docs/b.txt: One line here.',
      'docs/b.txt: Another one there.',
      'data/words.csv > title: A red hat',
      'data/words.csv > title: A blue hat',
      'app/en.json > menu.open: Open the file',
      'app/en.json > menu.close: Close it',
      'app/messages.pot > a.c: Open the file',
      'page.html > head > title: Home',
      'page.html > introduction: Good <g1>morning</g1>.',
      'letter.docx > main text: Dear <g1>reader</g1>, welcome.',
      'film.srt: Good morning to you.',
    ])
    expect(new Set(units.map(({ path }) => path)).size).toBe(units.length)
    expect(units.map(({ index }) => index)).toEqual(units.map((_, at) => at))
  })

  it('says once what is in it that is no file to translate', async () => {
    expect(left(await unitsOf(parcel, opened(parcelOfFiles(FILES))))).toEqual([
      ['4 other files: 2 .png, 2 of the system', 'not_taken', undefined],
    ])
  })

  it('is the same byte for byte where nothing is translated [FMT-2]', async () => {
    const original = parcelOfFiles(FILES)
    const { bytes, found } = await written(original, () => undefined)
    expect(bytes.equals(original)).toBe(true)
    expect(found).toEqual([])
  })

  it('is written file by file, each in its own format [RES-2, FMT-2]', async () => {
    const original = parcelOfFiles(FILES)
    const { bytes, found } = await written(original, shout)
    expect(found).toEqual([])
    const result = await contentsOf(bytes)
    expect(Object.keys(result)).toEqual(Object.keys(FILES).filter(name => !name.endsWith('/')))
    expect(result['docs/a.md']?.toString()).toBe(
      '# Göödö\n\nÖpön thö *döör* först.\n\n## Sötöp\n\nClösö thö wöndöw.\n'.replace('Ö', 'O'),
    )
    expect(result['data/words.csv']?.toString()).toContain('1,A röd höt\n')
    expect(result['app/messages.pot']?.toString()).toMatch(/"Language: de\\n"[\s\S]*msgstr "Opön thö fölö"/)
    expect(result['page.html']?.toString()).toMatch(/<html lang="de">.*<p>Gööd <b>mörnöng<\/b>\.<\/p>/)
    const letter = await openZip(opened(result['letter.docx'] ?? Buffer.alloc(0))())
    expect((await bytesOf(letter.content('word/document.xml'))).toString()).toContain('>röödör<')
    expect(result['img/a.png']).toEqual(FILES['img/a.png'])
  })

  it.each(['docs/a.md', 'docs/b.txt', 'letter.docx', 'app/messages.pot', 'page.html'])(
    'keeps all other files as they are where only %s is translated, their headers too',
    async name => {
      const original = parcelOfFiles(FILES)
      const { bytes, found } = await written(original, unit => (unit.file === name ? shout(unit) : undefined))
      expect(found).toEqual([])
      const result = await contentsOf(bytes)
      for (const [other, content] of Object.entries(await contentsOf(original)))
        expect(result[other]?.equals(content), other).toBe(other !== name)
    },
  )

  it('finds what is wrong in a result: a byte, a text, a text in a document [RES-2]', async () => {
    const original = parcelOfFiles(FILES)
    const { bytes } = await written(original, shout)
    const contents = await contentsOf(bytes)
    const spoiled = async (name: string, from: string, to: string) => {
      const changes = new Map([[name, changing(from, to)]])
      const result = await bytesOf(parcel.packaging?.repack(opened(bytes), changes) ?? empty())
      return await verify(parcel, opened(original), opened(result), shout, GERMAN)
    }
    expect(contents['docs/b.txt']?.toString()).toContain('lönö')
    expect(await spoiled('img/a.png', 'PNG', 'PNX')).toMatchObject([{ kind: 'bytes', member: 'img/a.png' }])
    expect(await spoiled('docs/b.txt', 'lönö', 'linana')).toMatchObject([{ kind: 'text' }])
    expect(await spoiled('app/en.json', 'Opön', 'Openn')).toMatchObject([{ kind: 'text' }])
  })
})

describe('a document in a parcel', () => {
  it('is compared member by member, and a member of it that changed is named [RES-2]', async () => {
    const original = parcelOfFiles(FILES)
    const { bytes } = await written(original, shout)
    const inner = changing('Override', 'Overrida')
    const changes = new Map([
      [
        'letter.docx',
        (content: AsyncIterable<Uint8Array>) => {
          const repacked = async function* () {
            const held = await bytesOf(content)
            yield* parcel.packaging?.repack(opened(held), new Map([['[Content_Types].xml', inner]])) ?? empty()
          }
          return repacked()
        },
      ],
    ])
    const result = await bytesOf(parcel.packaging?.repack(opened(bytes), changes) ?? empty())
    const found = await verify(parcel, opened(original), opened(result), shout, GERMAN)
    expect(found).toContainEqual(expect.objectContaining({ kind: 'bytes', member: 'letter.docx![Content_Types].xml' }))
  })
})

describe('a table in a parcel', () => {
  it('gets no formula from a translation: its cell keeps the source, and that is found', async () => {
    const original = parcelOfFiles({ 'a.csv': 'id,title\n1,A red hat\n2,=SUM(A1)\n', 'b.md': 'Some words.\n' })
    const { bytes, found } = await written(original, ({ left_out }) => (left_out === undefined ? '=1+1' : undefined))
    expect((await contentsOf(bytes))['a.csv']?.toString()).toBe('id,title\n1,A red hat\n2,=SUM(A1)\n')
    expect(found).toMatchObject([{ kind: 'text', path: expect.stringMatching(/^zip:\/a\.csv!/) }])
  })
})

describe('a file in a parcel that cannot be read', () => {
  it('is left as it is and named with the reason, and the others are translated', async () => {
    const files = {
      'bad.json': '{"a": "One here", "b": ',
      'a.md': 'Some words.\n',
      'locked.docx': PROTECTED,
      'inner.zip': zipOf([{ name: 'a.md', content: 'Deep.' }]),
      'fake.docx': 'Hello',
      'report.pdf': pdfOf([column(['The garden is open today.'])]),
    }
    const original = parcelOfFiles(files)
    const units = await unitsOf(parcel, opened(original))
    expect(left(units)).toEqual([
      ['bad.json', 'unreadable', expect.stringMatching(/./)],
      ['locked.docx', 'unreadable', expect.stringMatching(/protected by a password/)],
      ['inner.zip', 'unreadable', expect.stringMatching(/zip in the zip/)],
      ['fake.docx', 'unreadable', expect.stringMatching(/it is a text/)],
      ['report.pdf', 'not_taken', 'its translation is a file of another kind (.docx): send it by itself'],
    ])
    const { bytes, found } = await written(original, shout)
    expect(found).toEqual([])
    const result = await contentsOf(bytes)
    expect(result['a.md']?.toString()).toBe('Sömö wörds.\n')
    for (const name of ['bad.json', 'locked.docx', 'inner.zip', 'fake.docx', 'report.pdf'])
      expect(result[name]?.equals(Buffer.from(files[name as keyof typeof files])), name).toBe(true)
  })
})

function changing(from: string, to: string) {
  return async function* (content: AsyncIterable<Uint8Array>) {
    yield Buffer.from(
      (await bytesOf(content))
        .toString('latin1')
        .replace(Buffer.from(from).toString('latin1'), Buffer.from(to).toString('latin1')),
      'latin1',
    )
  }
}

async function* empty(): AsyncGenerator<Uint8Array> {}
