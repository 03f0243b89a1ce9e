import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { corpus } from '../../support/corpus.ts'
import { sendForm } from '../../support/flow.ts'
import { refusalIn, startWorld } from '../../support/world.ts'
import { type Made, opened, PROTECTED, zipOf } from '../bytes/zip/zips.ts'
import { bytesOf } from '../files.ts'
import { DOCUMENT_FAMILIES } from './families.ts'

const MB = 1024 * 1024
const ZEROS = Buffer.alloc(500 * MB)

/** What is put into a document, or instead of it: members of a package, or what its largest XML becomes. */
interface Hostile {
  readonly members?: () => readonly Made[]
  readonly xml?: (xml: string) => string
  readonly whole?: Buffer
  /** Its largest XML grows to 500 MB, and its size is said to be what it was. */
  readonly lies?: boolean
  readonly words: RegExp
}

const declared = (inside: string, used: string) => (xml: string) =>
  xml.replace(/^(\uFEFF?<\?xml[^>]*>)?/, `$1<!DOCTYPE a [${inside}]>`).replace(/(<[a-z][^>]*[^/]>)/i, `$1${used}`)
const LAUGHS = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')

const HOSTILE: Readonly<Record<string, Hostile>> = {
  'a bomb that says so': { members: () => [{ name: 'bomb', content: ZEROS }], words: /packed more than 200 to 1/ },
  'a text that unpacks to more than it says': { lies: true, words: /damaged/ },
  'entries over each other': { members: () => [{ name: 'a', content: 'a', lies: { at: 0 } }], words: /overlap/ },
  'an entry far beyond the file': {
    members: () => [{ name: 'a', content: 'a', wide: true, lies: { at: 2 ** 40 } }],
    words: /reaches beyond its data/,
  },
  'an encrypted entry': { members: () => [{ name: 'a', content: 'a', flags: 1 }], words: /encrypted/ },
  'a password of Office': { whole: PROTECTED, words: /password/ },
  'a way out of its folder': { members: () => [{ name: '../../a', content: 'a' }], words: /no name of a file inside/ },
  'the address of a file in an entity': {
    xml: declared('<!ENTITY x SYSTEM "file:///etc/passwd">', '&x;'),
    words: /DOCTYPE/,
  },
  'a billion laughs': { xml: declared(`<!ENTITY l0 "ha">${LAUGHS}`, '&l9;'), words: /DOCTYPE/ },
  '200,000 elements in each other': {
    xml: xml => xml.replace(/(<[a-z][^>]*[^/]>)/i, `$1${'<x>'.repeat(200_000)}${'</x>'.repeat(200_000)}`),
    words: /deep/,
  },
}

/** The members of a package; the one that `xml` changes is the largest that is XML and holds text of the document. */
async function madeFrom(bytes: Buffer, { members, xml, lies }: Hostile): Promise<Buffer> {
  const archive = await openZip(opened(bytes)())
  const all: { name: string; content: Buffer }[] = []
  for (const name of archive.names) all.push({ name, content: await bytesOf(archive.content(name)) })
  const main = all
    .filter(({ name }) => /(?:document|content|slide\d+|sheet\d+|sharedStrings|Story_\w+)\.xml$/.test(name))
    .sort((one, other) => other.content.length - one.content.length)[0]
  const changed = all.map(each => (each === main && xml ? { ...each, content: xml(each.content.toString()) } : each))
  if (lies && main) {
    const content = Buffer.concat([main.content, ZEROS])
    const grown = { ...main, content, lies: { size: main.content.length, crc: crc32(main.content) } }
    return zipOf(all.map(each => (each === main ? grown : each)))
  }
  return zipOf([...changed, ...(members?.() ?? [])])
}

describe.each(DOCUMENT_FAMILIES)('a hostile .$extension', ({ extension }) => {
  const smallest = corpus(extension).sort((one, other) => one.bytes.length - other.bytes.length)[0]

  it.skipIf(!smallest).each(Object.entries(HOSTILE))(
    'with %s is refused in words, in time and memory [LIM-5, CRE-5]',
    async (_, hostile) => {
      const bytes = hostile.whole ?? (await madeFrom(smallest?.bytes ?? Buffer.alloc(0), hostile))
      // Packing takes longer than an idle connection is kept.
      const world = await startWorld()
      const [before, held] = [performance.now(), process.memoryUsage().arrayBuffers]
      const sent = await sendForm(
        world,
        { name: `a.${extension}`, bytes: new Uint8Array(bytes) },
        { instruction: 'Translate into German.' },
      )
      const took = performance.now() - before
      expect(refusalIn(sent).message).toMatch(hostile.words)
      expect((await world.list(api.batches.list)).data).toEqual([])
      expect(took).toBeLessThan(3000)
      expect(process.memoryUsage().arrayBuffers - held).toBeLessThan(64 * MB)
    },
  )
})
