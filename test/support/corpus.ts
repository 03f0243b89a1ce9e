/** Real files of every format, kept beside the repository and not in it: tests that read them skip where they are absent. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url))

export interface CorpusFile {
  readonly name: string
  readonly bytes: Buffer
}

/** The files of one folder of the corpus, by name; none where there is no corpus. */
export function corpus(folder: string): CorpusFile[] {
  const path = `${ROOT}${folder}`
  if (!existsSync(path)) return []
  return readdirSync(path)
    .sort()
    .map(name => ({ name, bytes: readFileSync(`${path}/${name}`) }))
}
