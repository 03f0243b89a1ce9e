/** Documents of other projects besides those of the corpus, read out of their git directories: nothing of them is kept. */
import { spawnSync } from 'node:child_process'
import { type CorpusFile, corpus } from '../../support/corpus.ts'

/**
 * Git directories of projects that hold documents, with a colon between them:
 * `DOCUMENT_GITS=okapi/.git:python-docx/.git npx vitest run --project soak test/formats/documents`.
 */
const GITS = (process.env.DOCUMENT_GITS ?? '').split(':').filter(Boolean)

/** A file as long as this takes a minute of the programs that it is compared by. */
const LONGEST = 5_000_000
const POINTER = 'version https://git-lfs'

/** The documents of the corpus and of those projects, each content once, by what they are called there. */
export function documents(extension: string, longest = LONGEST): readonly CorpusFile[] {
  const all = [...corpus(extension), ...GITS.flatMap(git => documentsIn(git, extension, longest))]
  const once = new Map(all.map(file => [file.bytes.toString('latin1'), file]))
  return [...once.values()].filter(({ bytes }) => bytes.length <= longest)
}

function documentsIn(git: string, extension: string, longest: number): CorpusFile[] {
  const listed = asked(git, ['ls-tree', '-rlz', 'HEAD']).toString().split('\0')
  const found = listed.flatMap(line => {
    const { hash, size, path } = /^\d+ blob (?<hash>\w+) +(?<size>\d+)\t(?<path>.*)$/s.exec(line)?.groups ?? {}
    return hash && path?.toLowerCase().endsWith(`.${extension}`) && Number(size) <= longest ? [{ hash, path }] : []
  })
  return found.flatMap(({ hash, path }) => {
    const bytes = asked(git, ['cat-file', 'blob', hash])
    // A copy without its largest files lists them all the same, and some projects keep only where such a file is.
    if (bytes.length === 0 || bytes.toString('latin1', 0, POINTER.length) === POINTER) return []
    return [{ name: path, path: `${git}:${path}`, bytes }]
  })
}

function asked(git: string, words: readonly string[]): Buffer {
  const { stdout } = spawnSync('git', [`--git-dir=${git}`, ...words], { maxBuffer: 2 ** 28 })
  return stdout
}
