import { fileURLToPath } from 'node:url'
import { urlOf } from '../../contract/url.ts'
import type { FilesPlace } from '../ports.ts'
import { openFiles } from './blobs.ts'
import type { BucketPlace } from './s3/bucket-place.ts'

/**
 * Where the stored contents lie: plain values, which go to a worker thread, too. `apart`: they and their database are not in one data
 * folder.
 */
export type PlaceNamed = ({ readonly kind: 'folder'; readonly folder: string } | BucketPlace) & {
  readonly apart: boolean
}

export interface PlaceSettings {
  readonly files_url?: string | undefined
  readonly files_endpoint?: string | undefined
  readonly files_region?: string | undefined
  readonly files_path_style?: boolean | undefined
  readonly files_encryption?: string | undefined
  readonly files_links?: 'through' | 'direct' | undefined
}

/** The settings of the place of the files contradict each other, or lack something. The message says what. */
export class FilesUnclear extends Error {
  override readonly name = 'FilesUnclear'
  readonly code = 'files_unclear'
}

/** Names of buckets, and of folders in them, that stand in an address as they are. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX = /^[\w-][\w.-]*$/

/**
 * Where the contents lie by these settings; `own` is the folder that they have where nothing is set.
 *
 * @throws {FilesUnclear} files_unclear: settings that contradict each other, or an address that names neither a folder nor a bucket; it says what is missing
 */
export function placeBy(settings: PlaceSettings, own: string, env: NodeJS.ProcessEnv = process.env): PlaceNamed {
  const { files_url } = settings
  const of_bucket = BUCKET_SETTINGS.filter(name => settings[name] !== undefined)
  if (files_url?.startsWith('s3:') === true) return bucketBy(settings, files_url, env)
  if (settings.files_links === 'direct' || settings.files_path_style === true || of_bucket.length > 0) {
    const [name = settings.files_links === 'direct' ? 'files_links' : 'files_path_style'] = of_bucket
    throw new FilesUnclear(`TRANSLATION_${name.toUpperCase()} is about a bucket, and TRANSLATION_FILES_URL names none.`)
  }
  if (files_url === undefined) return { kind: 'folder', folder: own, apart: false }
  return { kind: 'folder', folder: folderBy(files_url), apart: true }
}

const BUCKET_SETTINGS = ['files_endpoint', 'files_region', 'files_encryption'] as const

function folderBy(address: string): string {
  const url = urlOf(address)
  try {
    if (url?.protocol === 'file:') return fileURLToPath(url)
  } catch {
    // A host, or a slash written as %2F.
  }
  throw new FilesUnclear(`TRANSLATION_FILES_URL is no address of a folder or bucket, ${LIKE}.`)
}

/** What most stores of other makers are content with. */
const ANY_REGION = 'us-east-1'

const LIKE = 'as file:///srv/translation-files or s3://bucket/prefix'

function bucketBy(settings: PlaceSettings, address: string, env: NodeJS.ProcessEnv): PlaceNamed {
  const [bucket = '', ...folders] = address.replace(/^s3:\/{0,2}/, '').split('/')
  const parts = folders.at(-1) === '' ? folders.slice(0, -1) : folders
  if (!BUCKET.test(bucket) || !parts.every(part => PREFIX.test(part))) {
    throw new FilesUnclear(`TRANSLATION_FILES_URL does not name a bucket, or a plain prefix in it, ${LIKE}.`)
  }
  const { files_endpoint: endpoint, files_path_style, files_encryption: encryption } = settings
  const region = settings.files_region ?? env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? (endpoint && ANY_REGION)
  if (region === undefined) {
    throw new FilesUnclear('TRANSLATION_FILES_REGION is missing: the region of the bucket, as eu-central-1.')
  }
  return {
    ...{ kind: 'bucket', apart: true, bucket, endpoint, region, encryption },
    prefix: parts.map(part => `${part}/`).join(''),
    path_style: files_path_style ?? false,
    direct: settings.files_links === 'direct',
  }
}

/** The one way to open the place of the contents; `newName` gives a name nobody else has. Nothing is asked of it yet. */
export async function openPlace(place: PlaceNamed, newName: () => string): Promise<FilesPlace> {
  if (place.kind === 'folder') return openFiles(place.folder, newName)
  const { openBucket } = await import('./s3/bucket.ts')
  return openBucket(place, newName)
}
