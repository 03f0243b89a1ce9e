import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { parseJson } from '../client/errors.ts'
import { temporaryBeside } from '../client/place.ts'
import { visible } from '../mcp/render/data.ts'

/** The name by which `doctor` introduces itself to a server that it starts: it is no assistant. */
export const DOCTOR_CLIENT = 'translation-mcp-doctor'

/** The file of the data folder that says which assistant was last here: for the person who asks what it can do. It holds no secret. */
export const ASSISTANT_FILE = 'assistant.json'

/** A file of a later version may say more. A file cut short counts as none. */
const SeenAssistant = z.object({
  name: z.string(),
  version: z.string(),
  form: z.boolean(),
  url: z.boolean(),
  sampling: z.boolean(),
  roots: z.boolean(),
  progress: z.boolean(),
  /** RFC 3339. */
  seen_at: z.iso.datetime(),
})
export type SeenAssistant = z.output<typeof SeenAssistant>

/** Longest name and version that are kept. An assistant may say anything of itself. */
const LONGEST = 80

export interface AssistantNote {
  /** Notes who is here. It gives back at once and never fails: where it cannot be written, nobody needs to know. */
  seen(assistant: Omit<SeenAssistant, 'seen_at'>): void
  /** Waits until it is written. Where the data folder was made meanwhile, it is written now. */
  settled(): Promise<void>
}

/**
 * Notes the assistant of one process. A start that lists the tools writes nothing where there is no data folder yet (MCP-11): then it is
 * noted when the process ends, if the folder is there by then. What did not change is not written again.
 */
export function createAssistantNote(folder: () => string, clock: () => number): AssistantNote {
  let known: SeenAssistant | undefined
  let kept: SeenAssistant | undefined
  let writing: Promise<void> = Promise.resolve()
  const put = () => {
    writing = writing.then(async () => {
      const wanted = known
      if (wanted === undefined || wanted === kept) return
      if (await written(path.join(folder(), ASSISTANT_FILE), wanted)) kept = wanted
    })
    return writing
  }
  return {
    seen(assistant) {
      if (assistant.name === DOCTOR_CLIENT) return
      // Who asked for progress once can show it, also where another call does without.
      const progress = assistant.progress || known?.progress === true
      const next = { ...assistant, progress, seen_at: new Date(clock()).toISOString() }
      if (known !== undefined && isSame(known, next)) return
      known = next
      void put()
    },
    settled: put,
  }
}

function isSame(one: SeenAssistant, other: SeenAssistant): boolean {
  return JSON.stringify({ ...one, seen_at: '' }) === JSON.stringify({ ...other, seen_at: '' })
}

/** Writes the file in one step, for its owner alone. False where the folder is not in use, or does not take it. */
async function written(file: string, { name, version, ...facts }: SeenAssistant): Promise<boolean> {
  const temporary = temporaryBeside(file)
  try {
    // An empty folder, or one that a backup is being restored into, stays as it is: restore takes no other.
    if (!(await readdir(path.dirname(file))).some(name => !name.startsWith('.'))) return false
    const said = { name: visible(name, LONGEST), version: visible(version, LONGEST), ...facts }
    await writeFile(temporary, `${JSON.stringify(said, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    await rename(temporary, file)
    return true
  } catch {
    await rm(temporary, { force: true }).catch(() => undefined)
    return false
  }
}

/** The assistant that was last here; undefined where none was, or the file cannot be read. */
export async function readLastAssistant(folder: string): Promise<SeenAssistant | undefined> {
  try {
    return SeenAssistant.parse(parseJson(await readFile(path.join(folder, ASSISTANT_FILE), 'utf8')))
  } catch {
    return undefined
  }
}
