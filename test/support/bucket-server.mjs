// An S3 server as a process of its own, so that a test can kill it: s3rver, which checks signatures and their time. Beside it stand what it
// lacks: uploads can be listed and aborted, what is not signed is refused, If-None-Match holds (but below `unconditional-…`), and what was
// asked is written to a file, a line each.
//
//   node --openssl-legacy-provider test/support/bucket-server.mjs FOLDER PORT
//
// The legacy provider is for its continuation tokens. It prints its port when it listens. FOLDER keeps buckets, `requests.jsonl`, and
// `faults.json`: a list of { method, path, status, code, times }, which is read at each request.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(import.meta.url)
const S3rver = require('@20minutes/s3rver')
const authentication = require('@20minutes/s3rver/lib/middleware/authentication')()
const S3Error = require('@20minutes/s3rver/lib/models/error')

// It signs values of queries as JavaScript encodes them. Stores, and whoever signs for them, do it by RFC 3986.
const encoded = globalThis.encodeURIComponent
globalThis.encodeURIComponent = text =>
  encoded(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const [folder = '', port = '0'] = process.argv.slice(2)
const buckets = join(folder, 'buckets')
mkdirSync(buckets, { recursive: true })

const server = new S3rver({
  ...{ address: '127.0.0.1', port: Number(port), silent: true, directory: buckets, vhostBuckets: false },
  configureBuckets: existsSync(join(buckets, 'files')) ? [] : [{ name: 'files' }],
})

const uploadsOf = bucket => join(buckets, bucket, '._S3rver_uploads')

function unfinishedIn(bucket, prefix) {
  const folder = uploadsOf(bucket)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .map(id => {
      const key = readFileSync(join(folder, id, 'key'), 'utf8')
      return { Key: key, UploadId: id, Initiated: statSync(join(folder, id, 'key')).mtime.toISOString() }
    })
    .filter(({ Key }) => Key.startsWith(prefix))
}

/** A fault that a test has asked for, once less. */
function faultFor({ method, path }) {
  const file = join(folder, 'faults.json')
  if (!existsSync(file)) return undefined
  const faults = JSON.parse(readFileSync(file, 'utf8'))
  const fault = faults.find(each => each.times > 0 && each.method === method && path.includes(each.path))
  if (fault === undefined) return undefined
  fault.times -= 1
  writeFileSync(file, JSON.stringify(faults))
  return fault
}

function refuse(ctx, { status, code }) {
  ctx.status = status
  ctx.type = 'application/xml'
  ctx.body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`
}

/** What is being written on the condition that it is not there. */
const writing = new Set()

async function writeNew(ctx, key, next) {
  if (writing.has(key) || existsSync(join(buckets, `${key}._S3rver_object`)))
    return refuse(ctx, { status: 412, code: 'PreconditionFailed' })
  writing.add(key)
  try {
    return await next()
  } finally {
    writing.delete(key)
  }
}

async function before(ctx, next) {
  const { method, path, query, headers } = ctx
  const asked = { method, path, query: Object.keys(query), range: headers.range }
  const encryption = headers['x-amz-server-side-encryption']
  const key = headers['x-amz-server-side-encryption-aws-kms-key-id']
  appendFileSync(join(folder, 'requests.jsonl'), `${JSON.stringify({ ...asked, encryption, key })}\n`)
  const fault = faultFor(ctx)
  if (fault?.code === 'cut') return ctx.req.socket.destroy()
  if (fault?.code === 'lost') {
    await next()
    return ctx.req.socket.destroy()
  }
  if (fault !== undefined) return refuse(ctx, fault)
  if (headers.authorization === undefined && !('X-Amz-Signature' in query))
    throw new S3Error('AccessDenied', 'Access Denied')
  const [, bucket = '', ...parts] = decodeURIComponent(path).split('/')
  if (method === 'POST' && 'uploadId' in query && !existsSync(join(uploadsOf(bucket), String(query.uploadId))))
    throw new S3Error('NoSuchUpload', 'The specified upload does not exist.')
  const isNew = method === 'PUT' && headers['if-none-match'] === '*' && !path.includes('/unconditional-')
  if (isNew) return await writeNew(ctx, decodeURIComponent(path).slice(1), next)
  const lacking = (method === 'DELETE' && 'uploadId' in query) || (method === 'GET' && 'uploads' in query)
  if (!lacking) return await next()
  ctx.params = { bucket, key: parts.join('/') }
  return await authentication(ctx, async () => {
    if (method === 'DELETE') {
      rmSync(join(uploadsOf(bucket), String(query.uploadId)), { recursive: true, force: true })
      ctx.status = 204
      return
    }
    const Upload = unfinishedIn(bucket, String(query.prefix ?? ''))
    ctx.body = { ListMultipartUploadsResult: { Bucket: bucket, IsTruncated: false, Upload } }
  })
}

// Before the router, after what writes answers as XML.
server.middleware.splice(-1, 0, before)
const listening = await server.run()
process.stdout.write(`${listening.port}\n`)
