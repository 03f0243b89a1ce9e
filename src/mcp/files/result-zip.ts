import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { extensionOf, familyOf, isSameFormat, MAX_UPLOAD_BYTES } from '../../contract/formats.ts'
import { resultName } from '../../contract/result-names.ts'
import { type FetchedContent, flawOfFile, type LookedAt } from './result-content.ts'

/** A translation has a file a language, and no file has so many. */
const MOST_MEMBERS = 1000
/** How many times larger than the largest file that is taken a translated one may be. */
const GROWTH = 4

/**
 * Reads a zip of translated files: each member is unpacked by itself, within a bound, and read as the format that it claims. A few words or
 * tables beside the translations (assumptions.md, Result) are named and not read.
 */
export async function lookAtZip(content: FetchedContent): Promise<LookedAt> {
  const { name } = content
  const bytes = await readFile(content.path)
  const members: Member[] = []
  try {
    unzipSync(bytes, {
      filter: ({ name: member, originalSize }) => {
        members.push({ name: member, size: originalSize })
        return false
      },
    })
  } catch {
    return refused('it is no zip')
  }
  const files = members.filter(member => !member.name.endsWith('/'))
  if (files.length === 0) return refused('it is a zip without a file')
  if (members.length > MOST_MEMBERS) return refused(`it is a zip with more than ${MOST_MEMBERS} files`)
  // Of a parcel of several files it is not known which formats they have.
  const isTranslation = (member: Member) =>
    extensionOf(name) === 'zip' ||
    ((isSameFormat(member.name, resultName(name)) || isSameFormat(member.name, name)) && !isHidden(member))
  const translations = files.filter(isTranslation)
  const beside = files.filter(member => !isTranslation(member))
  const flaw = files.map(placeFlaw).find(Boolean) ?? beside.map(besideFlaw).find(Boolean)
  if (flaw !== undefined) return refused(flaw)
  if (translations.length === 0) return refused('no file in it has the format of the source')
  for (const member of translations) {
    const wrong = await flawOfMember(bytes, member, content)
    if (wrong !== undefined) return refused(wrong)
  }
  return { flaw: undefined, beside: beside.map(member => member.name) }
}

interface Member {
  readonly name: string
  readonly size: number
}

function refused(flaw: string): LookedAt {
  return { flaw, beside: [] }
}

function placeFlaw({ name }: Member): string | undefined {
  const leadsOut = /^[\\/]|(?:^|[\\/])\.\.(?:[\\/]|$)|^[A-Za-z]:/.test(name)
  return leadsOut ? `its file ${shown(name)} leads out of its folder` : undefined
}

/** What some systems put beside the files of a zip: marks of folders, and copies of what a file has on that system alone. */
function isHidden({ name }: Member): boolean {
  return /(?:^|\/)(?:__MACOSX\/|\.[^/]*$)/.test(name)
}

/** Beside translations there may be what people read, and nothing that a system runs. */
function besideFlaw(member: Member): string | undefined {
  const { name } = member
  const family = familyOf(name)?.family
  const isRead = isHidden(member) || extensionOf(name) === '' || (family !== undefined && family !== 'html')
  return isRead ? undefined : `its file ${shown(name)} is neither a translation nor a document`
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, 100))
}

async function flawOfMember(
  bytes: Uint8Array,
  member: Member,
  claim: Pick<FetchedContent, 'announced' | 'original'>,
): Promise<string | undefined> {
  const file = `its file ${shown(member.name)}`
  const most = (familyOf(member.name)?.facts.ceiling_bytes ?? MAX_UPLOAD_BYTES) * GROWTH
  if (member.size > most) return `${file} is larger than such a file can be`
  let content: Uint8Array | undefined
  try {
    content = unzipSync(bytes, { filter: ({ name }) => name === member.name })[member.name]
  } catch {
    content = undefined
  }
  if (content?.length !== member.size) return `${file} cannot be unpacked`
  const unpacked = content
  if (unpacked.length === 0) return undefined
  const flaw = await flawOfFile(() => inOne(unpacked), { ...claim, name: member.name })
  return flaw === undefined ? undefined : `of ${file}: ${flaw}`
}

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
