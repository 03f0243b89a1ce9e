import { beforeAll, describe, expect, it } from 'vitest'
import { placeBy } from '../../../src/service/files/place.ts'
import { openBucket } from '../../../src/service/files/s3/bucket.ts'
import type { BucketPlace } from '../../../src/service/files/s3/bucket-place.ts'
import { isPassing } from '../../../src/service/trace.ts'
import { type BucketServer, startBucket } from '../../support/bucket.ts'
import { bytesOf, chunks, keepsContents, large, textOf } from './any-place.ts'

let store: BucketServer
let names = 0
beforeAll(async () => {
  store = await startBucket()
})

function placeAt(prefix: string, more: Partial<BucketPlace> = {}): BucketPlace {
  const place = placeBy(store.settings(prefix), '')
  if (place.kind !== 'bucket') throw new Error('no bucket')
  return { ...place, ...more }
}

const newName = () => `blb_${names++}`
const opened = (more: Partial<BucketPlace> = {}) => openBucket(placeAt(`place-${names++}`, more), newName)

describe('a bucket', () => {
  keepsContents(async () => opened())
})
