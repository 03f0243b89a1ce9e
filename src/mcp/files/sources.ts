import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'

/** Remembers which file a batch was made from, so that a later call or process can save the result beside that file. */
export interface Sources {
  recall(batchId: string): Promise<string | undefined>
  remember(batchId: string, file: string): Promise<void>
}

const KEPT = 1000
const Entries = z.array(z.tuple([z.string(), z.string()]))

/**
 * Keeps the sources in one private file, which is written whole and renamed into place. A failure to write is not an error: without
 * the source, a result goes to the first allowed folder, or where save_to says.
 */
export function createSources(file: () => string): Sources {
  const read = async () => {
    const text = await readFile(file(), 'utf8').catch(() => '[]')
    const parsed = Entries.safeParse(parse(text))
    return parsed.success ? parsed.data : []
  }
  const add = async (batchId: string, source: string) => {
    const others = (await read()).filter(([id]) => id !== batchId)
    await replace(file(), JSON.stringify([...others, [batchId, source]].slice(-KEPT)))
  }
  // Write one entry after the other: of two writes at once, the second would lose the entry of the first.
  let last = Promise.resolve()
  return {
    recall: async batchId => (await read()).find(([id]) => id === batchId)?.[1],
    remember: (batchId, source) => {
      last = last.then(() => add(batchId, source)).catch(() => undefined)
      return last
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return []
  }
}

async function replace(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(temporary, text, { mode: 0o600, flag: 'wx' })
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
