import { setTimeout } from 'node:timers/promises'
import { MARK } from '../blobs.ts'
import { StoreRefusal } from './faults.ts'
import type { Requests } from './requests.ts'

/** The mark below a prefix; undefined where there is none. */
export async function readMark(requests: Requests, prefix: string): Promise<string | undefined> {
  try {
    const answer = await requests.send({ method: 'GET', key: `${prefix}${MARK}`, knows: ['NoSuchKey'] })
    return (await answer.body.text()).trim()
  } catch (error) {
    if (error instanceof StoreRefusal) return undefined
    throw error
  }
}

/** An object of this name is there: the code of a store, or its status where it gave none. */
const TAKEN = ['PreconditionFailed', '412']
/** A store that refuses the condition. */
const UNCONDITIONAL = ['NotImplemented', '501']
/** By then who wrote at the same moment has written, in milliseconds. */
const MOMENT_MS = 500

/**
 * Writes the mark where there is none yet (RFC 9110, If-None-Match). A store that does not know that condition lets the last one win: who
 * wrote at the same moment sees by what is there a moment later whether that was another.
 *
 * @returns false where there is another mark
 */
export async function writeMark(
  requests: Requests,
  prefix: string,
  { mark, headers }: { readonly mark: string; readonly headers: Readonly<Record<string, string>> },
): Promise<boolean> {
  const put = async (condition: Readonly<Record<string, string>>): Promise<string | undefined> => {
    const asked = { key: `${prefix}${MARK}`, headers: { ...headers, ...condition }, body: Buffer.from(`${mark}\n`) }
    try {
      const answer = await requests.send({ method: 'PUT', ...asked, knows: [...TAKEN, ...UNCONDITIONAL] })
      await answer.body.dump()
      return undefined
    } catch (error) {
      if (error instanceof StoreRefusal) return error.code
      throw error
    }
  }
  const refused = await put({ 'if-none-match': '*' })
  if (refused !== undefined && UNCONDITIONAL.includes(refused)) await put({})
  // Also where it is taken: that may be the answer to the second sending of what had counted at the first.
  if (refused === undefined || UNCONDITIONAL.includes(refused)) await setTimeout(MOMENT_MS)
  return (await readMark(requests, prefix)) === mark
}
