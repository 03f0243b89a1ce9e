import { expect, it } from 'vitest'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { zip } from '../../../src/service/files/zip.ts'
import { opened } from '../../formats/bytes/zip/zips.ts'
import { bytesOf } from '../../formats/files.ts'
import { FILES, parcelOfFiles } from '../../formats/parcel/parcels.ts'

const NOW = Date.UTC(2026, 5, 1)

async function* inChunks(bytes: Buffer, most: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += most) yield bytes.subarray(at, at + most)
}

it('is a zip whose files are those that were put into it, packed documents too [RES-1]', async () => {
  const contents: Readonly<Record<string, Buffer>> = {
    'a.zip': parcelOfFiles(FILES),
    'empty.txt': Buffer.alloc(0),
    'ünï.txt': Buffer.from('Good morning. '.repeat(20_000)),
  }
  const entries = Object.entries(contents).map(([name, bytes]) => ({ name, content: () => inChunks(bytes, 65_536) }))
  const archive = await openZip(opened(await bytesOf(zip(entries, NOW)))())
  expect(archive.names).toEqual(Object.keys(contents))
  for (const [name, bytes] of Object.entries(contents))
    expect((await bytesOf(archive.content(name))).equals(bytes), name).toBe(true)
})

it('ends with the error of a file that cannot be read', async () => {
  const broken = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('one')
    throw new RangeError('gone')
  }
  await expect(bytesOf(zip([{ name: 'a', content: broken }], NOW))).rejects.toThrow('gone')
})
