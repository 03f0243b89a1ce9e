/** The terms that the glossary files of a project have. */
import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { TermFileFault } from '../../mcp/files/term-file.ts'
import { visible } from '../../mcp/render/data.ts'
import type { OpenedProject } from '../../sync/disk/open.ts'
import { GlossaryRefused } from '../../sync/disk/refused.ts'
import { wishesFor } from '../../sync/project/inherit.ts'
import { PROJECT_FILE } from '../../sync/project/project-file.ts'
import { likeNamed } from '../exchange/languages.ts'
import { type PairedTerms, pairedTerms } from '../glossary/pairs.ts'
import { readConceptFile } from '../glossary/reading.ts'

/** The terms of one file for one language. */
export interface ProjectTerms {
  /** As the project names it. */
  readonly file: string
  readonly language: string
  readonly terms: PairedTerms
}

const OF_ONE = `In ${PROJECT_FILE}, a table that does not name its languages is named for one of them, in "by_target".`

/**
 * The terms that a project has for a language; undefined where it names no file, or that has no such language.
 *
 * @throws {GlossaryRefused} the file cannot be read
 */
export async function projectTerms(
  { folder, project }: OpenedProject,
  language: string,
  isShut: (place: string) => Promise<boolean> = async () => false,
): Promise<ProjectTerms | undefined> {
  const file = wishesFor(project, language).glossary
  if (file === undefined) return undefined
  const pair = { from: project.source, to: language }
  const isOfOne = project.targets.length === 1 || project.by_target[language]?.glossary !== undefined
  const place = await placeOf(folder, project.folder, file)
  if (await isShut(place))
    throw new GlossaryRefused({
      words: `${named(file)} lies where this server may not read: it is outside of the allowed folders, or the name of a folder or of the file begins with a dot.`,
    })
  try {
    // A table of `source,target` does not say its languages: it is taken for one language, and never for all of them.
    const concepts = await readConceptFile(place, isOfOne ? pair : { from: undefined, to: undefined })
    const languages = concepts.concepts.flatMap(({ terms }) => [...terms.keys()])
    if (!isOfOne && likeNamed([...new Set(languages)], language) === undefined) return undefined
    return { file, language, terms: pairedTerms(concepts, pair) }
  } catch (error) {
    if (!(error instanceof TermFileFault)) throw error
    // What a command could be told by flags, the project says in another place.
    const how = error.flags === undefined ? {} : { how: OF_ONE }
    throw new GlossaryRefused({ words: `${visible(file, 200)}, the glossary: ${error.message}`, ...how })
  }
}

/** @throws {GlossaryRefused} it is not there, or lies outside of the repository */
async function placeOf(folder: string, own: string, file: string): Promise<string> {
  const root = own === '' ? folder : path.join(folder, ...own.split('/').map(() => '..'))
  const [place, real] = await Promise.all([realpath(path.join(root, file)).catch(() => undefined), realpath(root)])
  if (place === undefined) throw new GlossaryRefused({ words: `${named(file)} is not there.` })
  // That of the whole disk ends with its separator already.
  if (!place.startsWith(path.join(real, path.sep)))
    throw new GlossaryRefused({ words: `${named(file)} leads out of the repository.` })
  return place
}

function named(file: string): string {
  return `${visible(file, 200)}, the glossary,`
}
