import { type ByteStream, inBlocks, type Ranges, withRanges } from '../../../formats/index.ts'
import { FileMissing } from '../away.ts'
import { awayBy, StoreRefusal, Unanswered } from './faults.ts'
import { mayTryAgain, pauseAfter, piecesIn, type Requests, type StoreAnswer } from './requests.ts'

/**
 * What is read ahead of a package, whose members are read in small ranges: each request is a way to the store and back. Of one that is read
 * four such blocks are held at most.
 */
const BLOCK_BYTES = 2 * 1024 * 1024

/** An object from its beginning, or from any place on. Nothing is asked for before the first piece is. */
export function readObject(requests: Requests, key: string): ByteStream {
  const ranges: Ranges = {
    size: async () => (await objectSize(requests, key)) ?? missing(),
    read: (start, end) => readFrom(requests, key, start, end),
  }
  return withRanges({ [Symbol.asyncIterator]: () => readFrom(requests, key, 0) }, inBlocks(ranges, BLOCK_BYTES))
}

/** The size of an object in bytes; undefined where there is none of that name. */
export async function objectSize(requests: Requests, key: string): Promise<number | undefined> {
  try {
    const { headers, body } = await requests.send({ method: 'HEAD', key, knows: WORDLESS })
    await body.dump()
    return Number(headers['content-length'])
  } catch (error) {
    if (!(error instanceof StoreRefusal)) throw error
    // A bucket that is gone looks like an object that is, and a wrong secret like a right that is lacking.
    return await sizeByReading(requests, key)
  }
}

/** The answer to a HEAD says a status alone. */
const WORDLESS = ['400', '403', '404']
const NO_OBJECT = 'NoSuchKey'

async function sizeByReading(requests: Requests, key: string): Promise<number | undefined> {
  try {
    const { headers, body } = await requests.send({ method: 'GET', key, knows: [NO_OBJECT] })
    body.on('error', () => undefined).destroy()
    return Number(headers['content-length'])
  } catch (error) {
    if (error instanceof StoreRefusal) return undefined
    throw error
  }
}

function missing(): never {
  throw new FileMissing('The stored content is not there.')
}

/** The bytes from `start` up to `end`, or to the last. Where the connection is lost on the way, it goes on at the same place. */
async function* readFrom(requests: Requests, key: string, start: number, end?: number): AsyncGenerator<Uint8Array> {
  if (end !== undefined && start >= end) return
  let at = start
  let until = end
  for (let lost = 0; ; ) {
    const { headers, body } = await opened(requests, key, at, until)
    // One that is destroyed half read emits an error.
    body.on('error', () => undefined)
    until ??= at + Number(headers['content-length'])
    try {
      for await (const piece of piecesIn(body)) {
        at += piece.length
        lost = 0
        yield piece
      }
    } catch (error) {
      lost += 1
      if (!mayTryAgain(lost)) throw awayBy(new Unanswered(codeIn(error)))
      await pauseAfter(lost)
    } finally {
      body.destroy()
    }
    if (at >= until) return
  }
}

function codeIn(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

async function opened(
  requests: Requests,
  key: string,
  from: number,
  until: number | undefined,
): Promise<Pick<StoreAnswer, 'headers' | 'body'>> {
  const whole = from === 0 && until === undefined
  const headers = whole ? {} : { range: `bytes=${from}-${until === undefined ? '' : until - 1}` }
  try {
    return await requests.send({ method: 'GET', key, headers, knows: [NO_OBJECT] })
  } catch (error) {
    return error instanceof StoreRefusal ? missing() : Promise.reject(error)
  }
}
