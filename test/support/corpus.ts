/** Real files of every format: those of our own in `test/corpus`, then those kept beside the repository, where there are any. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './tree.ts'

const OWN = join(ROOT, 'test', 'corpus')
const BESIDE = join(ROOT, '..', 'shared', 'corpus')

/** True where no files are kept beside the repository: what takes many of them is skipped then. */
export const isPlainClone = !existsSync(BESIDE)

export interface CorpusFile {
  readonly name: string
  readonly path: string
  readonly bytes: Buffer
}

/** The files of one folder of the corpus: our own by name, then the others by name. A plain clone has our own alone. */
export function corpus(folder: string): CorpusFile[] {
  return [...filesIn(join(OWN, folder)), ...filesIn(join(BESIDE, folder))]
}

function filesIn(path: string): CorpusFile[] {
  if (!existsSync(path)) return []
  return readdirSync(path)
    .sort()
    .map(name => ({ name, path: join(path, name) }))
    .map(file => ({ ...file, bytes: readFileSync(file.path) }))
}
