/** Zip files made for tests, by hand: with all that a usual writer never does. */
import { crc32, deflateRawSync } from 'node:zlib'
import { bytesAsFile } from '../../../../src/formats/bytes/zip/archive.ts'
import type { Open } from '../../../../src/formats/format.ts'

export interface Made {
  readonly name: string | Buffer
  readonly content?: Buffer | string | undefined
  /** What is written in place of the truth. */
  readonly lies?:
    | { readonly size?: number; readonly crc?: number; readonly at?: number; readonly localName?: string }
    | undefined
  readonly method?: number | undefined
  readonly flags?: number | undefined
  readonly descriptor?: 'signed' | 'bare' | 'wide' | undefined
  readonly wide?: boolean | undefined
  readonly extra?: Buffer | undefined
  readonly comment?: string | undefined
  /** Bytes behind the entry that belong to nothing. */
  readonly gap?: string | undefined
}

export interface Around {
  readonly prefix?: string
  /** The offsets count the prefix. */
  readonly counted?: boolean
  readonly comment?: string | undefined
  readonly wide?: boolean | undefined
  readonly count?: number
}

const numbers = (...fields: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer =>
  Buffer.concat(
    fields.map(([bytes, value]) => {
      const field = Buffer.alloc(8)
      field.writeBigUInt64LE(BigInt(value))
      return field.subarray(0, bytes)
    }),
  )

const MOVED = 0xffff_ffff

export function zipOf(entries: readonly Made[], around: Around = {}): Buffer {
  const parts: Buffer[] = [Buffer.from(around.prefix ?? '')]
  const records: Buffer[] = []
  const base = around.counted === false ? (around.prefix ?? '').length : 0
  let at = parts[0]?.length ?? 0
  for (const entry of entries) {
    const { whole, record } = made(entry, at - base)
    parts.push(whole)
    records.push(record)
    at += whole.length
  }
  const directory = Buffer.concat(records)
  return Buffer.concat([...parts, directory, endOf(directory, at - base, around.count ?? entries.length, around)])
}

function made(entry: Made, at: number): { whole: Buffer; record: Buffer } {
  const { method = 8, descriptor, wide = false, lies = {}, extra = Buffer.alloc(0), comment = '', gap = '' } = entry
  const content = Buffer.from(entry.content ?? '')
  const data = method === 8 ? deflateRawSync(content) : content
  const name = Buffer.from(entry.name)
  const local = Buffer.from(lies.localName ?? name)
  const flags = (entry.flags ?? 0x800) | (descriptor ? 8 : 0)
  const [crc, size] = [lies.crc ?? crc32(content), lies.size ?? content.length]
  const later = descriptor !== undefined
  const [sum, packed, whole] = later ? [0, 0, 0] : [crc, wide ? MOVED : data.length, wide ? MOVED : size]
  const sizes = wide && !later ? numbers([2, 1], [2, 16], [8, size], [8, data.length]) : Buffer.alloc(0)
  const localExtra = Buffer.concat([sizes, extra])
  const width = descriptor === 'wide' ? 8 : 4
  const behind = later ? numbers([4, crc], [width, data.length], [width, size]) : Buffer.alloc(0)
  const wideRecord = wide ? numbers([2, 1], [2, 24], [8, size], [8, data.length], [8, lies.at ?? at]) : Buffer.alloc(0)
  const recordExtra = Buffer.concat([extra, wideRecord])
  return {
    whole: Buffer.concat([
      numbers([4, 0x04034b50], [2, 20], [2, flags], [2, method], [4, 0x5a21_6b3c], [4, sum], [4, packed], [4, whole]),
      numbers([2, local.length], [2, localExtra.length]),
      ...[local, localExtra, data, Buffer.from(descriptor && descriptor !== 'bare' ? 'PK\x07\x08' : ''), behind],
      Buffer.from(gap),
    ]),
    record: Buffer.concat([
      numbers([4, 0x02014b50], [2, 20], [2, 20], [2, flags], [2, method], [4, 0x5a21_6b3c], [4, crc]),
      numbers([4, wide ? MOVED : data.length], [4, wide ? MOVED : size], [2, name.length], [2, recordExtra.length]),
      numbers([2, Buffer.byteLength(comment)], [2, 0], [2, 0], [4, 0], [4, wide ? MOVED : (lies.at ?? at)]),
      ...[name, recordExtra, Buffer.from(comment)],
    ]),
  }
}

function endOf(directory: Buffer, at: number, count: number, { wide, comment = '' }: Around): Buffer {
  const narrow = wide
    ? numbers([2, 0xffff], [2, 0xffff], [4, MOVED], [4, MOVED])
    : numbers([2, count], [2, count], [4, directory.length], [4, at])
  const record = numbers([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], [8, count], [8, count])
  const locator = numbers([4, 0x07064b50], [4, 0], [8, at + directory.length], [4, 1])
  return Buffer.concat([
    ...(wide ? [record, numbers([8, directory.length], [8, at]), locator] : []),
    numbers([4, 0x06054b50], [2, 0], [2, 0]),
    narrow,
    numbers([2, Buffer.byteLength(comment)]),
    Buffer.from(comment),
  ])
}

/** Opens bytes as a file that can be read from any place on. */
export function opened(bytes: Uint8Array): Open {
  return () => bytesAsFile(bytes)
}

/** What an encrypted file of Office begins with and holds. */
export const PROTECTED = Buffer.concat([
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.alloc(1500),
  Buffer.from('EncryptedPackage', 'utf16le'),
  Buffer.alloc(500),
])
