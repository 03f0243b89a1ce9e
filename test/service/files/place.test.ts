import { describe, expect, it } from 'vitest'
import { type PlaceSettings, placeBy } from '../../../src/service/files/place.ts'
import { type BucketPlace, objectAddress } from '../../../src/service/files/s3/bucket-place.ts'
import { allIn, textIn, xmlAnswer } from '../../../src/service/files/s3/xml-answer.ts'

const OWN = '/data/files'
const at = (settings: PlaceSettings, env: Record<string, string> = {}) => placeBy(settings, OWN, env)

function bucketAt(settings: PlaceSettings, env: Record<string, string> = { AWS_REGION: 'eu-central-1' }): BucketPlace {
  const place = at(settings, env)
  if (place.kind !== 'bucket') throw new Error('no bucket')
  return place
}

const addressOf = (key: string, settings: PlaceSettings, env?: Record<string, string>) =>
  objectAddress(bucketAt(settings, env), key).href

describe('the place of the files', () => {
  it('is the folder of the data folder unless another one is set, or a bucket [SCL-1]', () => {
    expect(at({})).toEqual({ kind: 'folder', folder: OWN, apart: false })
    expect(at({ files_url: 'file:///srv/my%20files' })).toEqual({
      kind: 'folder',
      folder: '/srv/my files',
      apart: true,
    })
    const settings = {
      files_url: 's3://my-bucket/of/translations/',
      files_encryption: 'AES256',
      files_links: 'direct',
    } as const
    expect(at(settings, { AWS_REGION: 'eu-central-1' })).toEqual({
      ...{ kind: 'bucket', apart: true, bucket: 'my-bucket', prefix: 'of/translations/', endpoint: undefined },
      ...{ region: 'eu-central-1', path_style: false, encryption: 'AES256', direct: true },
    })
  })

  it('is in the region that is set, then in that of the environment; other makers are asked without one', () => {
    const files_url = 's3://bucket'
    const env = { AWS_REGION: 'us-west-2', AWS_DEFAULT_REGION: 'us-east-2' }
    expect(bucketAt({ files_url, files_region: 'eu-north-1' }, env).region).toBe('eu-north-1')
    expect(bucketAt({ files_url }, env).region).toBe('us-west-2')
    expect(bucketAt({ files_url }, { AWS_DEFAULT_REGION: 'us-east-2' }).region).toBe('us-east-2')
    expect(bucketAt({ files_url, files_endpoint: 'http://store:9000' }, {}).region).toBe('us-east-1')
  })

  it.each([
    ['file:///srv/50%25%20of%20it', '/srv/50% of it'],
    ['file:///srv/gr%C3%BC%C3%9Fe', '/srv/grüße'],
    ['file:///srv/files/', '/srv/files/'],
    ['file:///srv/./a/../files', '/srv/files'],
    ['file://localhost/srv/files', '/srv/files'],
  ])('is the folder that %s means', (files_url, folder) => {
    expect(at({ files_url })).toEqual({ kind: 'folder', folder, apart: true })
  })

  it.each([
    ['s3://bucket', ''],
    ['s3://bucket/', ''],
    ['s3://bucket/a', 'a/'],
    ['s3://bucket/a/b-1/c_2.x/', 'a/b-1/c_2.x/'],
  ])('has a prefix with a slash at its end, or none: %s', (files_url, prefix) => {
    expect(bucketAt({ files_url }).prefix).toBe(prefix)
  })

  it.each([
    [{ files_url: 's3://bucket' }, 'TRANSLATION_FILES_REGION is missing'],
    [{ files_url: 's3://' }, 'does not name a bucket'],
    [{ files_url: 's3://Bucket' }, 'does not name a bucket'],
    [{ files_url: 's3://user:secret@bucket' }, 'does not name a bucket'],
    [{ files_url: 's3://bucket/../other' }, 'does not name a bucket'],
    [{ files_url: 's3://bucket//a' }, 'does not name a bucket'],
    [{ files_url: 's3://bucket/a b' }, 'does not name a bucket'],
    [{ files_url: 's3:///prefix' }, 'does not name a bucket'],
    [{ files_url: 's3://ab' }, 'does not name a bucket'],
    [{ files_url: 's3://bucket_of_files' }, 'does not name a bucket'],
    [{ files_url: `s3://${'b'.repeat(64)}` }, 'does not name a bucket'],
    [{ files_url: 's3://bucket:9000/a' }, 'does not name a bucket'],
    [{ files_url: 's3://bucket/a//' }, 'does not name a bucket'],
    [{ files_url: 's3://bucket/.hidden' }, 'does not name a bucket'],
    [{ files_url: 's3://bucket/50%25' }, 'does not name a bucket'],
    [{ files_url: 's3://bucket/a\\b' }, 'does not name a bucket'],
    [{ files_url: 's3://bucket/a?versions' }, 'does not name a bucket'],
    [{ files_url: 's3://bucket/a#b' }, 'does not name a bucket'],
    [{ files_url: '' }, 'no address of a folder or bucket'],
    [{ files_url: '/srv/files' }, 'no address of a folder or bucket'],
    [{ files_url: 'C:\\files' }, 'no address of a folder or bucket'],
    [{ files_url: 'C:/files' }, 'no address of a folder or bucket'],
    [{ files_url: 'file://C%3A/files' }, 'no address of a folder or bucket'],
    [{ files_url: 'file:///srv/a%2Fb' }, 'no address of a folder or bucket'],
    [{ files_url: 'file:///srv/50%' }, 'no address of a folder or bucket'],
    [{ files_url: 'file:///srv/%FF' }, 'no address of a folder or bucket'],
    [{ files_url: 'file://user:secret@host/srv' }, 'no address of a folder or bucket'],
    [{ files_url: 'S3://bucket' }, 'no address of a folder or bucket'],
    [{ files_url: 'file://host/srv/files' }, 'no address of a folder or bucket'],
    [{ files_url: 'https://example.com' }, 'no address of a folder or bucket'],
    [{ files_region: 'eu-central-1' }, 'TRANSLATION_FILES_REGION is about a bucket'],
    [{ files_url: 'file:///srv/files', files_endpoint: 'http://store:9000' }, 'TRANSLATION_FILES_ENDPOINT is about'],
    [{ files_encryption: 'AES256' }, 'TRANSLATION_FILES_ENCRYPTION is about'],
    [{ files_links: 'direct' }, 'TRANSLATION_FILES_LINKS is about'],
    [{ files_path_style: true }, 'TRANSLATION_FILES_PATH_STYLE is about'],
  ] as const)('is refused where half of it is missing or it names none: %j', (settings, words) => {
    const refused = () => at(settings)
    expect(refused).toThrow(words)
    expect(refused).toThrow(expect.objectContaining({ code: 'files_unclear' }))
    expect(refused).not.toThrow('secret')
  })
})

describe('the address of an object', () => {
  const files_url = 's3://bucket/a/b'

  it('has the bucket in its host, or in its path where that is set or the name has a dot', () => {
    expect(addressOf('a/b/blb_1', { files_url })).toBe('https://bucket.s3.eu-central-1.amazonaws.com/a/b/blb_1')
    expect(addressOf('', { files_url })).toBe('https://bucket.s3.eu-central-1.amazonaws.com/')
    expect(addressOf('x', { files_url }, { AWS_REGION: 'cn-north-1' })).toBe(
      'https://bucket.s3.cn-north-1.amazonaws.com.cn/x',
    )
    const path = { files_url, files_path_style: true, files_endpoint: 'https://store.example:9000' }
    expect(addressOf('x', path)).toBe('https://store.example:9000/bucket/x')
    expect(addressOf('', path)).toBe('https://store.example:9000/bucket')
    expect(addressOf('x', { files_url: 's3://my.bucket' })).toBe('https://s3.eu-central-1.amazonaws.com/my.bucket/x')
    const below = { files_url, files_endpoint: 'https://gate.example/store/' }
    expect(addressOf('x', { ...below, files_path_style: true })).toBe('https://gate.example/store/bucket/x')
  })
})

describe('what a store says', () => {
  it('is read as elements, their text and what is in them', async () => {
    const xml = `<?xml version="1.0"?><List xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Key>a&amp;b</Key><Empty/>
      <Contents><Key>one</Key></Contents><Contents><Key> two </Key><ETag>&quot;1&quot;</ETag></Contents></List>`
    const said = await xmlAnswer(xml)
    expect([said?.name, textIn(said, 'Key'), textIn(said, 'Empty'), textIn(said, 'None')]).toEqual([
      'List',
      'a&b',
      '',
      '',
    ])
    expect(allIn(said, 'Contents').map(each => [textIn(each, 'Key'), textIn(each, 'ETag')])).toEqual([
      ['one', ''],
      ['two', '"1"'],
    ])
  })

  it.each(['', 'Not found', '<html><br></html>', '{"error": 1}', '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'])(
    'is nothing where it is no XML of a store: %j',
    async text => {
      const said = await xmlAnswer(text)
      expect([undefined, 'x']).toContain(said?.name)
      expect(textIn(said, 'Code')).toBe('')
    },
  )
})
