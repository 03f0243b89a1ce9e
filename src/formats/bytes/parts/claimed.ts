/** What a package is, told before anything of it is read: by its directory, and by what it says of itself. */
import type { ByteStream } from '../../format.ts'
import { openZip, type ZipArchive } from '../zip/index.ts'
import { isOfKind, mimetypeOf, namedKind, otherKind, type PackageKind } from './kinds.ts'
import { mainTypeOf, SAID_IN } from './office.ts'
import { requireReadable } from './open-document.ts'

/** Members that say what a package is are small. One that is larger is left to whoever reads the package. */
const LARGEST_SAYING = 1024 * 1024

/** @throws {FormatError} as `openZip`; malformed: the package is of another kind, and is told which */
export async function requireKind(source: ByteStream, kind: PackageKind): Promise<void> {
  const archive = await openZip(source)
  if (!isSaidShortly(archive)) return
  const type = await typeOf(archive)
  if (type === undefined || !isOfKind(type, kind)) throw otherKind(type, kind)
  await requireReadable(archive)
}

/** What a package is, in words; undefined for a zip of anything. @throws {FormatError} as `openZip` */
export async function kindOfPackage(source: ByteStream): Promise<string | undefined> {
  const archive = await openZip(source)
  return isSaidShortly(archive) ? namedKind((await typeOf(archive)) ?? '')?.is : undefined
}

async function typeOf(archive: ZipArchive): Promise<string | undefined> {
  return (await mainTypeOf(archive)) ?? (await mimetypeOf(archive))
}

function isSaidShortly(archive: ZipArchive): boolean {
  return SAID_IN.every(name => archive.size(archive.named(name) ?? '') <= LARGEST_SAYING)
}
