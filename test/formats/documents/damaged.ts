/** Packages that are whole, and hold members that are not: the same in every run. */
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { type Format, FormatError } from '../../../src/formats/format.ts'
import { opened, zipOf } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite, type TranslateUnit, verify } from '../files.ts'

type Pick = (below: number) => number
interface Member {
  readonly name: string
  readonly content: Buffer
}
type Damage = (xml: string, pick: Pick) => string

const GERMAN = { language: 'de' }
/** Words of which the tags stay. */
export const accented: TranslateUnit = ({ left_out, text }) =>
  left_out ? undefined : text.replace(/[aeiou](?![^<]*>)/g, vowel => 'àéîöü'['aeiou'.indexOf(vowel)] ?? vowel)

const TAG = /<[^<>]*>/g

function tagAt(xml: string, pick: Pick): { start: number; end: number; tag: string } {
  const tags = [...xml.matchAll(TAG)]
  const found = tags[pick(tags.length)]
  return { start: found?.index ?? 0, end: (found?.index ?? 0) + (found?.[0].length ?? 0), tag: found?.[0] ?? '' }
}

const inserted =
  (by: string): Damage =>
  (xml, pick) => {
    const { end } = tagAt(xml, pick)
    return xml.slice(0, end) + by + xml.slice(end)
  }

const TO_XML: Readonly<Record<string, Damage>> = {
  'a tag is cut out': (xml, pick) => {
    const { start, end } = tagAt(xml, pick)
    return xml.slice(0, start) + xml.slice(end)
  },
  'two tags change places': (xml, pick) => {
    const [a, b] = [tagAt(xml, pick), tagAt(xml, pick)].sort((one, other) => one.start - other.start)
    if (!a || !b || a.start === b.start) return xml
    return xml.slice(0, a.start) + b.tag + xml.slice(a.end, b.start) + a.tag + xml.slice(b.end)
  },
  'an element stands twice': (xml, pick) => {
    const { start, end } = tagAt(xml, pick)
    return xml.slice(0, end) + xml.slice(start)
  },
  'it ends early': (xml, pick) => xml.slice(0, pick(xml.length)),
  'it lies deep': inserted(`${'<x>'.repeat(2000)}${'</x>'.repeat(2000)}`),
  'an entity that nobody declares': inserted('&nobody;'),
  'a character that XML forbids': inserted('&#0;&#xD800;&#x110000;'),
  'a declaration of entities': xml => xml.replace(/(<\?xml[^>]*>)?/, '$1<!DOCTYPE a [<!ENTITY b "c">]>'),
  'an attribute loses its end': (xml, pick) => {
    const quotes = [...xml.matchAll(/"/g)]
    const at = quotes[pick(quotes.length)]?.index ?? 0
    return xml.slice(0, at) + xml.slice(at + 1)
  },
  'numbers are other ones': (xml, pick) => {
    const all = [...xml.matchAll(/"\d+"/g)]
    const { index = 0, 0: found = '' } = all[pick(all.length)] ?? {}
    const by = ['"-1"', '"99999999999999999999"', '""', '"NaN"', '"__proto__"'][pick(5)]
    return xml.slice(0, index) + by + xml.slice(index + found.length)
  },
  'another place is meant': (xml, pick) => {
    const all = [...xml.matchAll(/(?:Target|src|PartName)="[^"]*"/g)]
    const { index = 0, 0: found = '' } = all[pick(all.length)] ?? {}
    const by = ['../../../etc/passwd', '', '/', 'a.xml', 'file:///etc/passwd', '%00', '?'][pick(7)]
    return xml.slice(0, index) + found.replace(/"[^"]*"/, `"${by}"`) + xml.slice(index + found.length)
  },
}

function numbersFrom(seed: number): Pick {
  let state = seed >>> 0
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return below === 0 ? 0 : Math.floor((state / 2 ** 32) * below)
  }
}

/** So many packages of which one member is missing, or is damaged in one to three ways; each says what was done to it. */
export async function* withDamagedMembers(
  bytes: Buffer,
  count: number,
  seed: number,
): AsyncGenerator<{ readonly what: string; readonly made: Buffer }> {
  const archive = await openZip(opened(bytes)())
  const members: Member[] = []
  for (const name of archive.names) members.push({ name, content: await bytesOf(archive.content(name)) })
  const isXml = ({ name }: Member) => /\.(?:xml|rels)$/.test(name)
  const [whole, readable] = [members, members.filter(isXml)]
  const ways = Object.entries(TO_XML)
  for (let round = 0; round < count; round += 1) {
    const pick = numbersFrom(seed * 1009 + round)
    const chosen = readable[pick(readable.length)]
    if (!chosen) return
    if (pick(10) === 0) {
      const rest = whole.filter(({ name }) => name !== chosen.name)
      yield { what: `${chosen.name} is missing`, made: zipOf(rest) }
      continue
    }
    const done = Array.from(
      { length: 1 + pick(3) },
      () => ways[pick(ways.length)] ?? (['', (xml: string) => xml] as const),
    )
    const xml = done.reduce((text, [, damage]) => damage(text, pick), chosen.content.toString())
    const made = whole.map(member => (member === chosen ? { ...member, content: xml } : member))
    yield { what: `${chosen.name}: ${done.map(([what]) => what).join(', ')}`, made: zipOf(made) }
  }
}

const LONGEST_MS = 10_000

/** Reads, writes and reads again. What went wrong but refusals in words. */
export async function wrongWith(format: Format, bytes: Buffer): Promise<string | undefined> {
  const before = performance.now()
  try {
    const result = await bytesOf(rewrite(format, opened(bytes), accented, GERMAN))
    await verify(format, opened(bytes), opened(result), accented, GERMAN)
  } catch (error) {
    if (!(error instanceof FormatError)) return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
  const took = performance.now() - before
  return took > LONGEST_MS ? `took ${took.toFixed(0)} ms` : undefined
}
