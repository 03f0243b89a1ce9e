/** A bucket of an S3-compatible store, as plain values. */
export interface BucketPlace {
  readonly kind: 'bucket'
  readonly bucket: string
  /** What the key of every object begins with: empty, or with a slash at its end. */
  readonly prefix: string
  /** The address of the store; undefined: Amazon's own for the region. */
  readonly endpoint: string | undefined
  readonly region: string
  /** True where the bucket stands in the path and not in the name of the host. */
  readonly path_style: boolean
  /** ToStore of the store for each object: `AES256`, `aws:kms`, `aws:kms:KEY`; undefined: what the bucket says itself. */
  readonly encryption: string | undefined
  /** True where callers may fetch results from the bucket, by addresses that work for a minute. */
  readonly direct: boolean
}

/**
 * The address of an object of the bucket, or of the bucket itself where `key` is empty. A name with a dot stands in the path: no certificate
 * covers it as a part of the host.
 */
export function objectAddress({ bucket, endpoint, region, path_style }: BucketPlace, key: string): URL {
  const china = region.startsWith('cn-') ? '.cn' : ''
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com${china}`)
  const before = url.pathname.replace(/\/$/, '')
  const inPath = path_style || bucket.includes('.')
  if (!inPath) url.hostname = `${bucket}.${url.hostname}`
  url.pathname = [before + (inPath ? `/${bucket}` : ''), ...(key === '' ? [] : [key])].join('/')
  return url
}
