/** Files of PDF of which one or more objects are not what they should be: the same in every run. */
import { deflateSync, inflateSync } from 'node:zlib'
import { type DamagedCopy, numbersFrom, type Pick } from './damaged.ts'

/** A PDF as its bytes are, each a character. */
type Damage = (pdf: string, pick: Pick) => string

/** Replaces one of all that are found. */
const one =
  (pattern: RegExp, by: (found: string, pick: Pick) => string): Damage =>
  (pdf, pick) => {
    const all = [...pdf.matchAll(pattern)]
    const { index = 0, 0: found = '' } = all[pick(all.length)] ?? {}
    return pdf.slice(0, index) + by(found, pick) + pdf.slice(index + found.length)
  }

const OBJECT = /\d+ \d+ obj\b.*?\bendobj/gs
const STREAM = /(?<=stream\r?\n).*?(?=\r?\n?endstream)/gs

const odd = (_: string, pick: Pick): string =>
  ['-1', '0', '99999999999', '1e9', '-0.00001', '[]', 'null'][pick(7)] ?? ''

/** A stream that unpacks becomes one whose unpacked content is damaged. */
const inside: Damage = one(STREAM, (found, pick) => {
  try {
    const content = inflateSync(Buffer.from(found, 'latin1')).toString('latin1')
    const damaged = one(/[\w.-]+/g, odd)(one(/\S+\s/g, () => '')(content, pick), pick)
    return deflateSync(Buffer.from(damaged, 'latin1')).toString('latin1')
  } catch {
    return found.slice(0, pick(found.length))
  }
})

const TO_PDF: Readonly<Record<string, Damage>> = {
  'an object is missing': one(OBJECT, () => ''),
  'an object stands in place of another': (pdf, pick) => {
    const all = pdf.match(OBJECT) ?? []
    const other = all[pick(all.length)] ?? ''
    return one(OBJECT, found => `${/^\d+ \d+ obj/.exec(found)?.[0]}${other.replace(/^\d+ \d+ obj/, '')}`)(pdf, pick)
  },
  'another object is meant': one(/\b\d+ 0 R\b/g, (_, pick) => `${pick(60)} 0 R`),
  'it means itself': one(/\d+ 0 obj.*?(\b\d+ 0 R\b)/gs, found =>
    found.replace(/\b\d+ 0 R\b/, `${/^\d+/.exec(found)?.[0]} 0 R`),
  ),
  'a number is another one': one(/(?<=[ /[])-?\d+(?=[ /\]>])/g, odd),
  'a name is another one': one(/\/[A-Z]\w+/g, (_, pick) => ['/Pages', '/Font', '/X', '/Kids', '/'][pick(5)] ?? ''),
  'a dictionary has no end': one(/>>/g, () => ''),
  'a stream says another length': one(/\/Length \d+/g, (_, pick) => `/Length ${[0, 1, 10 ** 9][pick(3)]}`),
  'a stream is packed in another way': one(
    /\/(?:Flate|LZW|DCT|ASCII85|ASCIIHex|RunLength)Decode/g,
    (_, pick) => ['/LZWDecode', '/ASCII85Decode', '/RunLengthDecode', '/Crypt', '/JBIG2Decode'][pick(5)] ?? '',
  ),
  'the content of a stream is damaged': inside,
  'its table of objects begins elsewhere': one(/startxref\s+\d+/g, (_, pick) => `startxref\n${pick(5000)}`),
  'it is cut': (pdf, pick) => pdf.slice(0, pick(pdf.length)),
}

/** So many files that are damaged in one to three ways. */
export function* withDamagedObjects(bytes: Buffer, count: number, seed: number): Generator<DamagedCopy> {
  const ways = Object.entries(TO_PDF)
  for (let round = 0; round < count; round += 1) {
    const pick = numbersFrom(seed * 1009 + round)
    const done = Array.from({ length: 1 + pick(3) }, () => ways[pick(ways.length)]).filter(each => each !== undefined)
    const made = done.reduce((pdf, [, damage]) => damage(pdf, pick), bytes.toString('latin1'))
    yield { what: done.map(([name]) => name).join(', '), made: Buffer.from(made, 'latin1') }
  }
}
