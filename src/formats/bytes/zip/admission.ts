/** What is not unpacked: all of it is known from the directory, before the first byte is. */
import { FormatError } from '../../format.ts'
import { DEFLATED, damaged, ENCRYPTED, MASKED, STORED, STRONGLY_ENCRYPTED, type ZipMember } from './entry.ts'

const MB = 1024 * 1024

/** The largest decks of slides have a few thousand. */
export const MOST_ENTRIES = 10_000
/** Of one entry, and of all together, unpacked, in bytes. */
export const LARGEST_MEMBER = 512 * MB
const LARGEST_SUM = 1024 * MB
/** How many times larger an entry may become. White pictures are packed as well as a bomb, so small entries may. */
const MOST_RATIO = 200
const RATIO_FROM = 8 * MB
/** How deep packages are read inside each other. */
export const DEEPEST_PACKAGE = 1

const LOCAL_HEADER_BYTES = 30

/** @throws {FormatError} malformed, protected, too_large */
export const admission = {
  all(entries: readonly ZipMember[], directory: number): void {
    let sum = 0
    const names = new Set<string>()
    for (const entry of entries) {
      admitOne(entry)
      if (names.has(entry.name)) throw unsafe(`it holds “${nameShown(entry.name)}” twice`)
      names.add(entry.name)
      if (entry.at < 0 || entry.at + LOCAL_HEADER_BYTES + entry.raw_name.length + entry.packed > entry.next) {
        throw entry.next >= directory ? damaged('an entry reaches beyond its data') : unsafe('its entries overlap')
      }
      sum += entry.size
      if (sum > LARGEST_SUM) throw tooLarge(`it holds more than ${LARGEST_SUM / MB} MB`)
    }
  },

  tooMany(count: number): FormatError {
    return tooLarge(`it holds ${count} entries, and ${MOST_ENTRIES} are read at most`)
  },

  /** @throws {FormatError} too_deep */
  depth(depth: number): void {
    if (depth <= DEEPEST_PACKAGE) return
    throw new FormatError(
      'too_deep',
      'The packages in the file lie too deep in each other. Take the inner ones out and send them.',
    )
  },
}

function admitOne({ name, flags, method, packed, size }: ZipMember): void {
  if (flags & (ENCRYPTED | STRONGLY_ENCRYPTED | MASKED)) {
    const message = 'The file is encrypted. Save it without a password, and send that.'
    throw new FormatError('protected', message)
  }
  if (method !== STORED && method !== DEFLATED) {
    const message = `“${nameShown(name)}” in the file is packed in a way that is not read (method ${method}). Pack the file anew as a usual zip.`
    throw new FormatError('malformed', message)
  }
  if (isUnsafeName(name)) throw unsafe(`it holds “${nameShown(name)}”, which is no name of a file inside it`)
  if (method === STORED && packed !== size) throw damaged(`the size of “${nameShown(name)}” is not what it says`)
  if (size > LARGEST_MEMBER) throw tooLarge(`“${nameShown(name)}” in it is larger than ${LARGEST_MEMBER / MB} MB`)
  if (size > RATIO_FROM && size > packed * MOST_RATIO) {
    throw tooLarge(`“${nameShown(name)}” in it is packed more than ${MOST_RATIO} to 1, as only made-up data is`)
  }
}

const CONTROL = /\p{Cc}/u
const DRIVE = /^[A-Za-z]:/

function isUnsafeName(name: string): boolean {
  const steps = name.split(/[\\/]/)
  return name === '' || steps[0] === '' || steps.includes('..') || DRIVE.test(name) || CONTROL.test(name)
}

const LONGEST_SHOWN = 80

/** A name from the file, for a message. */
export function nameShown(name: string): string {
  const plain = name.replace(/\p{C}/gu, '?')
  return plain.length > LONGEST_SHOWN ? `${plain.slice(0, LONGEST_SHOWN)}…` : plain
}

function unsafe(what: string): FormatError {
  return new FormatError(
    'malformed',
    `The file is not read, since ${what}. Save it again in its program, and send that.`,
  )
}

function tooLarge(what: string): FormatError {
  return new FormatError('too_large', `The file is too large unpacked: ${what}. Split it.`)
}
