/**
 * What an upload is held against: a multipart body from a read stream, sent with undici and nothing else. Arguments: address
 * and file. Says when it is ready; sends at the first line of stdin, its key, says that it is done and waits for the end of stdin.
 */
import { createReadStream, statSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { Agent, request } from 'undici'

const [url = '', file = ''] = process.argv.slice(2)
const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 })
const boundary = '----bare-upload'
const head = Buffer.from(
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${path.basename(file)}"\r\n\r\n`,
)
const tail = Buffer.from(`\r\n--${boundary}--\r\n`)

async function* body(): AsyncGenerator<Uint8Array> {
  yield head
  yield* createReadStream(file)
  yield tail
}

async function send(credential: string): Promise<void> {
  const { statusCode, body: answer } = await request(url, {
    dispatcher,
    method: 'POST',
    headers: {
      authorization: `Bearer ${credential}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + statSync(file).size + tail.length),
    },
    body: Readable.from(body()),
  })
  const text = await answer.text()
  if (statusCode !== 201) throw new Error(`${statusCode}: ${text.slice(0, 400)}`)
}

// A first request, so that what undici itself takes is there before the upload.
await (await request(url, { dispatcher })).body.dump()
process.stdout.write('{"ready":true}\n')
for await (const line of createInterface({ input: process.stdin })) {
  const { credential }: { credential: string } = JSON.parse(line)
  await send(credential)
  process.stdout.write('{"done":true}\n')
}
process.exit(0)
