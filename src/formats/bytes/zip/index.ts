/**
 * Zip files: what every family builds on whose files are packages.
 *
 * - `openZip` reads the directory of a file and refuses what is damaged, protected or made to harm before anything is unpacked; `content`
 *   gives a member, unpacked while it is read, and never more of it than the directory says.
 * - `zipPackaging` is the `packaging` of such a format: edits that name members become a file in which every other byte is as it was.
 */
export { nameShown } from './admission.ts'
export { bytesAsFile, openZip, type ZipArchive } from './archive.ts'
export { noZip } from './no-zip.ts'
export { inOle } from './ole.ts'
export { zipPackaging } from './packaging.ts'
