import type { FilesPlace, ListedBlob } from '../../ports.ts'
import { FilesAway } from '../away.ts'
import { isBlobName, PART } from '../blobs.ts'
import { contentDisposition } from '../links.ts'
import type { BucketPlace } from './bucket-place.ts'
import { type FindCredentials, usualCredentials } from './credentials.ts'
import { StoreRefusal } from './faults.ts'
import { listObjects, listUnfinished } from './listing.ts'
import { readMark, writeMark } from './marking.ts'
import { objectSize, readObject } from './reading.ts'
import { createRequests, type Requests } from './requests.ts'
import { abortUpload, writeObject } from './writing.ts'

/** How long an address works by which a caller fetches a result from the bucket, in seconds. */
const ADDRESS_SECONDS = 60
const TINY_BYTES = 1000

/**
 * The contents in a bucket; `newName` gives a name nobody else has. Each function throws FilesAway where the store cannot be used, but
 * `remove`, after which the content may still be there.
 */
export function openBucket(
  place: BucketPlace,
  newName: () => string,
  credentials: FindCredentials = usualCredentials,
): FilesPlace {
  const requests = createRequests(place, credentials)
  const keyOf = (blob: string): string => {
    if (!isBlobName(blob)) throw new Error('not the name of a stored content')
    return place.prefix + blob
  }
  const headers = encryptionOf(place)
  const write = (key: string, source: AsyncIterable<Uint8Array>, limit: number) =>
    writeObject(requests, key, source, { limit, headers })
  return {
    put: async (source, limit) => {
      const blob = newName()
      return { blob, ...(await write(keyOf(blob), source, limit)) }
    },
    open: blob => readObject(requests, keyOf(blob)),
    size: blob => objectSize(requests, keyOf(blob)),
    remove: async blob => {
      try {
        await (blob.endsWith(PART) ? removeUnfinished(requests, keyOf(blob)) : removeObject(requests, keyOf(blob)))
      } catch (error) {
        // Its row is gone: the hourly pass finds it again.
        if (!(error instanceof FilesAway)) throw error
      }
    },
    list: () => listContents(requests, place.prefix),
    address: async (blob, { file_name, media_type }) => {
      if (!place.direct) return undefined
      const named = {
        'response-content-disposition': contentDisposition(file_name),
        'response-content-type': media_type,
      }
      return await requests.presigned(keyOf(blob), named, ADDRESS_SECONDS)
    },
    ...bucketItself(requests, place.prefix, { write, headers }),
  }
}

type Write = (key: string, source: AsyncIterable<Uint8Array>, limit: number) => Promise<unknown>

function bucketItself(
  requests: Requests,
  prefix: string,
  { write, headers }: { readonly write: Write; readonly headers: Readonly<Record<string, string>> },
): Pick<FilesPlace, 'make' | 'look' | 'trial' | 'mark' | 'setMark'> {
  const look = async () => {
    await listObjects(requests, prefix, { most: 1 }).next()
  }
  return {
    // A bucket is made by whoever decides where it lies and who may see it.
    make: async () => undefined,
    look,
    async trial() {
      await look()
      const key = `${prefix}${TRIAL}`
      await write(key, once('ready\n'), TINY_BYTES)
      await removeObject(requests, key)
    },
    mark: () => readMark(requests, prefix),
    setMark: mark => writeMark(requests, prefix, { mark, headers }),
  }
}

/** No name of a content, so that no list has it. */
const TRIAL = '.trial'

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

async function removeObject(requests: Requests, key: string): Promise<void> {
  const answer = await requests.send({ method: 'DELETE', key, knows: ['NoSuchKey'] }).catch((error: unknown) => {
    if (error instanceof StoreRefusal) return undefined
    throw error
  })
  await answer?.body.dump()
}

async function removeUnfinished(requests: Requests, part: string): Promise<void> {
  const key = part.slice(0, -PART.length)
  for await (const upload of listUnfinished(requests, key)) {
    if (upload.key === key) await abortUpload(requests, key, upload.id)
  }
}

async function* listContents(requests: Requests, prefix: string): AsyncGenerator<ListedBlob> {
  for await (const { key, at } of listObjects(requests, prefix)) {
    const blob = key.slice(prefix.length)
    if (isBlobName(blob)) yield { blob, written_at: at }
  }
  for await (const { key, at } of listUnfinished(requests, prefix)) {
    const blob = `${key.slice(prefix.length)}${PART}`
    if (isBlobName(blob)) yield { blob, written_at: at }
  }
}

/** ToStore for with each object that is made (Amazon S3, server-side encryption). */
function encryptionOf({ encryption }: BucketPlace): Record<string, string> {
  if (encryption === undefined) return {}
  const [, kind = encryption, key] = /^(aws:kms(?::dsse)?):(.+)$/.exec(encryption) ?? []
  const named = key === undefined ? {} : { 'x-amz-server-side-encryption-aws-kms-key-id': key }
  return { 'x-amz-server-side-encryption': kind, ...named }
}
