import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { extensionOf, familyOf, isSameFormat, MAX_UPLOAD_BYTES } from '../../contract/formats.ts'
import { type FetchedContent, flawOfFile } from './result-content.ts'

/** A translation has a file a language, and no file has so many. */
const MOST_MEMBERS = 1000
/** How many times larger than the largest file that is taken a translated one may be. */
const GROWTH = 4

/**
 * Why a file is no zip of translated files: each member is unpacked by itself, within a bound, and read as the format that it claims.
 * Gives words that end a sentence; undefined where it is one.
 */
export async function flawOfZip({ path, name, announced, original }: FetchedContent): Promise<string | undefined> {
  const bytes = await readFile(path)
  const members: { readonly name: string; readonly size: number }[] = []
  try {
    unzipSync(bytes, {
      filter: ({ name: member, originalSize }) => {
        members.push({ name: member, size: originalSize })
        return false
      },
    })
  } catch {
    return 'it is no zip'
  }
  const files = members.filter(member => !member.name.endsWith('/'))
  if (files.length === 0) return 'it is a zip without a file'
  if (members.length > MOST_MEMBERS) return `it is a zip with more than ${MOST_MEMBERS} files`
  for (const member of files) {
    const flaw = await flawOfMember(bytes, member, { name, announced, original })
    if (flaw !== undefined) return flaw
  }
  return undefined
}

async function flawOfMember(
  bytes: Uint8Array,
  member: { readonly name: string; readonly size: number },
  claim: Pick<FetchedContent, 'name' | 'announced' | 'original'>,
): Promise<string | undefined> {
  const shown = JSON.stringify(member.name.slice(0, 100))
  if (/^[\\/]|(?:^|[\\/])\.\.(?:[\\/]|$)|^[A-Za-z]:/.test(member.name))
    return `its file ${shown} leads out of its folder`
  // Of a parcel of several files it is not known which formats they have.
  const isParcel = extensionOf(claim.name) === 'zip'
  if (!isParcel && !isSameFormat(member.name, claim.name)) return `its file ${shown} has another format than the source`
  const most = (familyOf(member.name)?.facts.ceiling_bytes ?? MAX_UPLOAD_BYTES) * GROWTH
  if (member.size > most) return `its file ${shown} is larger than such a file can be`
  let content: Uint8Array | undefined
  try {
    content = unzipSync(bytes, { filter: ({ name }) => name === member.name })[member.name]
  } catch {
    content = undefined
  }
  if (content?.length !== member.size) return `its file ${shown} cannot be unpacked`
  const unpacked = content
  if (unpacked.length === 0) return undefined
  const flaw = await flawOfFile(() => inOne(unpacked), { ...claim, name: member.name })
  return flaw === undefined ? undefined : `of its file ${shown}: ${flaw}`
}

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
