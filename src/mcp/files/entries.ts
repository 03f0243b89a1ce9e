import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'

/** Values by name in one private file, the newest. */
export interface Entries {
  get(name: string): Promise<string | undefined>
  /** The name that was set last. */
  newest(): Promise<string | undefined>
  /** Never fails: what is kept here helps a later call, and no call needs it. */
  set(name: string, value: string): Promise<void>
}

const KEPT = 1000
const PairList = z.array(z.tuple([z.string(), z.string()]))
type Pairs = z.output<typeof PairList>

/** Keeps the values in a file, which is written whole (0600) and renamed into place. */
export function createEntries(file: () => string, kept = KEPT): Entries {
  let known: { readonly sign: string; readonly pairs: Pairs } | undefined
  // Each change gives the file another inode: hundreds of questions in a row read it once.
  const read = async (): Promise<Pairs> => {
    const facts = await stat(file(), { bigint: true }).catch(() => undefined)
    const sign = facts === undefined ? 'none' : `${facts.ino} ${facts.mtimeNs} ${facts.size}`
    if (known?.sign !== sign) known = { sign, pairs: await parsed() }
    return known.pairs
  }
  const parsed = async (): Promise<Pairs> => {
    const text = await readFile(file(), 'utf8').catch(() => '[]')
    const found = PairList.safeParse(parse(text))
    return found.success ? found.data : []
  }
  const add = async (name: string, value: string) => {
    const others = (await read()).filter(([other]) => other !== name)
    await replace(file(), JSON.stringify([...others, [name, value]].slice(-kept)))
  }
  // Write one entry after the other: of two writes at once, the second would lose the entry of the first.
  let last = Promise.resolve()
  return {
    get: async name => (await read()).find(([other]) => other === name)?.[1],
    newest: async () => (await read()).at(-1)?.[0],
    set: (name, value) => {
      last = last.then(() => add(name, value)).catch(() => undefined)
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
