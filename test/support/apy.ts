import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** A server that speaks as APY does and translates by a rule: what it was asked is counted. */
export interface Apy {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  /** Every paragraph that was asked for, in order. */
  readonly asked: readonly string[]
  /** The answers of the next requests, first of all: a status without a translation. */
  readonly failures: { readonly status: number; readonly headers?: Record<string, string> }[]
  close(): Promise<void>
}

interface Rules {
  readonly pairs?: readonly (readonly [string, string])[]
  readonly translate?: (paragraph: string) => string
  /** Called with each request that is to be answered, before it is. */
  readonly before?: (asked: readonly string[]) => Promise<void>
}

const PARAGRAPH = /(<p id="\d+">)(.*?)(<\/p>)/gs

/** What it makes of a text: its small words end otherwise, so that it is no longer the source, nor a copy with something before it. */
export const inSpanish = (paragraph: string): string =>
  `Así: ${paragraph.replace(/(?<![\p{L}\p{N}<&/{%-])[a-z]{2,}(?![\p{L}\p{N}>};-])/gu, '$&o')}`

/** Starts one; it ends with the test unless it is closed before. */
export async function startApy({ pairs = [['eng', 'spa']], translate = inSpanish, before }: Rules = {}): Promise<Apy> {
  const asked: string[] = []
  const failures: { status: number; headers?: Record<string, string> }[] = []
  const server = createServer(async (request, response) => {
    const json = (value: unknown) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ responseData: value, responseStatus: 200 }))
    }
    if (request.url === '/listPairs') {
      return json(pairs.map(([sourceLanguage, targetLanguage]) => ({ sourceLanguage, targetLanguage })))
    }
    const document = new URLSearchParams(await text(request)).get('q') ?? ''
    const failure = failures.shift()
    if (failure !== undefined) return void response.writeHead(failure.status, failure.headers ?? {}).end('{}')
    const paragraphs = [...document.matchAll(PARAGRAPH)].map(([, , inner = '']) => inner)
    asked.push(...paragraphs)
    await before?.(paragraphs)
    const translated = document.replace(PARAGRAPH, (_, begin: string, inner: string, end: string) => {
      return `${begin}${translate(inner)}${end}`
    })
    json({ translatedText: translated })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  let closed: Promise<void> | undefined
  const close = (): Promise<void> => {
    closed ??= new Promise(done => {
      server.closeAllConnections()
      server.close(() => done())
    })
    return closed
  }
  onTestFinished(close)
  return { url: `http://127.0.0.1:${port}`, asked, failures, close }
}
