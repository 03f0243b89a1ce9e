import { createHash } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { projectOfFile } from '../../mcp/files/project.ts'
import { TermFileFault } from '../../mcp/files/term-file.ts'
import { deskOfProject, type GlossaryDesk } from '../../mcp/glossary-desk.ts'
import { visible } from '../../mcp/render/data.ts'
import { counted } from '../../mcp/render/numbers.ts'
import type { WrittenDeltas } from '../../sync/disk/deltas.ts'
import type { OpenedProject } from '../../sync/disk/open.ts'
import { SyncRefused } from '../../sync/disk/refused.ts'
import { writeWhole } from '../../sync/disk/work-folder.ts'
import { wishesFor } from '../../sync/project/inherit.ts'
import { PROJECT_FILE } from '../../sync/project/project-file.ts'
import type { Invocation } from '../command.ts'
import { composeServer } from '../compose.ts'
import { dataDirOf } from '../data-dir.ts'
import { likeNamed } from '../exchange/languages.ts'
import { changeBy } from '../glossary/changes.ts'
import { type PairedTerms, pairedTerms } from '../glossary/pairs.ts'
import { readConceptFile } from '../glossary/reading.ts'
import { glossaryNow, sendTerms } from '../glossary/sending.ts'

/** What was brought last, so that an unchanged file costs nothing. */
const BROUGHT_LAST = 'glossary'

interface Bringing {
  readonly file: string
  readonly language: string
  readonly terms: PairedTerms
}

/**
 * Puts the terms of the glossary files that a project names into its glossaries, for the languages that have texts to translate, and says what
 * changed. Terms are added and changed; none is removed.
 *
 * @throws {SyncRefused} a file cannot be read, before anything is changed
 */
export async function bringGlossaries(
  { settings, env, stderr, clock }: Invocation,
  opened: OpenedProject,
  { deltas, work }: { readonly deltas: Pick<WrittenDeltas, 'to_translate'>; readonly work: string },
): Promise<void> {
  const [first] = deltas.to_translate
  const all: Bringing[] = []
  for (const language of new Set(deltas.to_translate.flatMap(({ target_languages }) => target_languages))) {
    const terms = await termsFor(opened, language)
    if (terms !== undefined) all.push({ ...terms, language })
  }
  if (first === undefined || all.length === 0) return
  const project = await projectOfFile(first.file)
  const service = settings.api_url ?? dataDirOf(settings)
  const brought = createHash('sha256')
    .update(JSON.stringify([service, settings.workspace, project, all]))
    .digest('hex')
  const mark = path.join(work, BROUGHT_LAST)
  if ((await readFile(mark, 'utf8').catch(() => '')) === brought) return
  const { parts, close } = composeServer({ ...settings, log_level: 'silent' }, { env, stderr, named: [], clock })
  try {
    const desk = deskOfProject(project, parts.client)
    for (const bringing of all) stderr.write(await putTerms(opened.project.source, bringing, desk))
  } finally {
    await close()
  }
  await writeWhole(mark, brought)
}

async function putTerms(source: string, { file, language, terms }: Bringing, desk: GlossaryDesk): Promise<string> {
  const pair = `${source}-${language}`
  const before = await glossaryNow(desk, pair)
  const change = changeBy(before?.terms ?? [], terms.terms, false)
  const { added, changed } = change.counts
  if (added + changed === 0) return ''
  await sendTerms(pair, change, { before, replace: false, desk })
  return `${visible(file, 200)} (${language}): ${counted(added, 'term')} added to the glossary, ${counted(changed, 'term')} changed.\n`
}

const OF_ONE = `In ${PROJECT_FILE}, a table that does not name its languages is named for one of them, in "by_target".`

/** The terms that a project has for a language; undefined where it names no file, or that has no such language. */
async function termsFor(
  { folder, project }: OpenedProject,
  language: string,
): Promise<Omit<Bringing, 'language'> | undefined> {
  const file = wishesFor(project, language).glossary
  if (file === undefined) return undefined
  const pair = { from: project.source, to: language }
  const isOfOne = project.targets.length === 1 || project.by_target[language]?.glossary !== undefined
  try {
    const place = await placeOf(folder, project.folder, file)
    // A table of `source,target` does not say its languages: it is taken for one language, and never for all of them.
    const concepts = await readConceptFile(place, isOfOne ? pair : { from: undefined, to: undefined })
    const languages = concepts.concepts.flatMap(({ terms }) => [...terms.keys()])
    if (!isOfOne && likeNamed([...new Set(languages)], language) === undefined) return undefined
    return { file, terms: pairedTerms(concepts, pair) }
  } catch (error) {
    if (!(error instanceof TermFileFault)) throw error
    const advice = isOfOne ? '' : ` ${OF_ONE}`
    throw new SyncRefused(`Nothing was done. ${visible(file, 200)}: ${error.message}${advice}`)
  }
}

/** @throws {SyncRefused} it is not there, or lies outside of the repository */
async function placeOf(folder: string, own: string, file: string): Promise<string> {
  const root = own === '' ? folder : path.join(folder, ...own.split('/').map(() => '..'))
  const [place, real] = await Promise.all([realpath(path.join(root, file)).catch(() => undefined), realpath(root)])
  if (place === undefined) throw new SyncRefused(`Nothing was done. ${visible(file, 200)}, the glossary, is not there.`)
  if (!place.startsWith(`${real}${path.sep}`))
    throw new SyncRefused(`Nothing was done. ${visible(file, 200)}, the glossary, leads out of the repository.`)
  return place
}
