/** Packages that are whole, and hold members that are not: the same in every run. */
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { damagedCopies } from '../bytes/zip/mutated.ts'
import { type Made, opened, zipOf } from '../bytes/zip/zips.ts'
import { bytesOf } from '../files.ts'

export type Pick = (below: number) => number
interface Member {
  readonly name: string
  readonly content: Buffer
}
type Damage = (xml: string, pick: Pick) => string

export interface DamagedCopy {
  /** What was done to it. */
  readonly what: string
  readonly made: Buffer
}

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
  'its elements are of no namespace': xml => xml.replace(/ xmlns(?::\w+)?="[^"]*"/, ''),
}

/** Also the first numbers of seeds that follow each other have nothing in common: else each round chose the same member (splitmix32). */
export function numbersFrom(seed: number): Pick {
  let state = seed | 0
  return below => {
    state = (state + 0x9e37_79b9) | 0
    const mixed = Math.imul(state ^ (state >>> 16), 0x21f0_aaad)
    const again = Math.imul(mixed ^ (mixed >>> 15), 0x735a_2d97)
    return below === 0 ? 0 : Math.floor((((again ^ (again >>> 15)) >>> 0) / 2 ** 32) * below)
  }
}

type Change = (members: readonly Member[], chosen: Member, pick: Pick) => readonly Made[]

const replaced = (members: readonly Member[], chosen: Member, by: Partial<Made>): Made[] =>
  members.map(member => (member === chosen ? { ...member, ...by } : member))

/** What happens to a package: a member that is chosen is no longer what its place or its record says. */
const TO_PACKAGE: Readonly<Record<string, Change>> = {
  'is missing': (members, chosen) => members.filter(member => member !== chosen),
  'is there twice': (members, chosen) => [...members, chosen],
  'changes places with another': (members, chosen, pick) => {
    const other = members[pick(members.length)] ?? chosen
    const by = (member: Member) => (member === chosen ? other : member === other ? chosen : member)
    return members.map(member => ({ name: member.name, content: by(member).content }))
  },
  'says another size': (members, chosen, pick) =>
    replaced(members, chosen, { lies: { size: [0, 1, chosen.content.length * 2, 2 ** 32 - 2][pick(4)] ?? 0 } }),
  'says another sum': (members, chosen, pick) => replaced(members, chosen, { lies: { crc: pick(2 ** 32) } }),
  'lies where another does': (members, chosen, pick) => replaced(members, chosen, { lies: { at: pick(3000) } }),
  'has another name': (members, chosen, pick) =>
    replaced(members, chosen, { name: ['A.xml', '', '../a', 'a/', chosen.name.toUpperCase()][pick(5)] ?? '' }),
  'is packed in a way that nobody knows': (members, chosen) => replaced(members, chosen, { method: 99 }),
  'is empty': (members, chosen) => replaced(members, chosen, { content: '' }),
  'is damaged': (members, chosen, pick) =>
    replaced(members, chosen, { content: damagedCopies(chosen.content, 1, pick(2 ** 31))[0] }),
}

/** So many packages of which one member is missing, or is damaged in one to three ways. */
export async function* withDamagedMembers(bytes: Buffer, count: number, seed: number): AsyncGenerator<DamagedCopy> {
  const archive = await openZip(opened(bytes)())
  const members: Member[] = []
  for (const name of archive.names) members.push({ name, content: await bytesOf(archive.content(name)) })
  const readable = members.filter(({ name }) => /\.(?:xml|rels)$/.test(name))
  const [ways, changes] = [Object.entries(TO_XML), Object.entries(TO_PACKAGE)]
  for (let round = 0; round < count; round += 1) {
    const pick = numbersFrom(seed * 1009 + round)
    const text = readable[pick(readable.length)]
    const [any, way] = [members[pick(members.length)], changes[pick(changes.length)]]
    if (any && way && (!text || pick(4) === 0)) {
      yield { what: `${any.name} ${way[0]}`, made: zipOf(way[1](members, any, pick)) }
      continue
    }
    if (!text) return
    const done = Array.from({ length: 1 + pick(3) }, () => ways[pick(ways.length)]).filter(each => each !== undefined)
    const xml = done.reduce((all, [, damage]) => damage(all, pick), text.content.toString())
    const what = `${text.name}: ${done.map(([name]) => name).join(', ')}`
    yield { what, made: zipOf(replaced(members, text, { content: xml })) }
  }
}
