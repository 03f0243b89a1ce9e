import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ApiError } from '../../client/errors.ts'
import { projectOfFile } from '../../mcp/files/project.ts'
import { deskOfProject, type GlossaryDesk } from '../../mcp/glossary-desk.ts'
import { visible } from '../../mcp/render/data.ts'
import { listed } from '../../mcp/render/list.ts'
import type { Learned, LearnedTerms, ProjectToLearn } from '../../mcp/sync/learned.ts'
import { explainTerms } from '../../mcp/terms.ts'
import { GlossaryRefused } from '../../sync/disk/refused.ts'
import { writeWhole } from '../../sync/disk/work-folder.ts'
import { dataDirOf } from '../data-dir.ts'
import { changeBy } from '../glossary/changes.ts'
import { glossaryNow } from '../glossary/sending.ts'
import type { Settings } from '../settings.ts'
import { type ProjectTerms, projectTerms } from './project-terms.ts'
import { weekNow } from './week-now.ts'

/** What was brought last, so that an unchanged file costs nothing. It is looked at each week: somebody may have deleted the glossary. */
const BROUGHT_LAST = 'glossary'

type Brought = Pick<Learned, 'terms' | 'missing'>

/**
 * Puts the terms of the glossary files that a project names into its glossaries, for the languages that have texts to translate. Terms are
 * added and changed; none is removed. All files are read before anything is changed.
 *
 * @throws {GlossaryRefused} a file cannot be read, or the service refuses a term of it
 * @throws {ApiError} as the calls do
 */
export async function bringGlossaries(
  { opened, deltas, work, isShut, client, signal }: ProjectToLearn,
  settings: Settings,
): Promise<Brought> {
  const [first] = deltas.to_translate
  const all: ProjectTerms[] = []
  for (const language of new Set(deltas.to_translate.flatMap(({ target_languages }) => target_languages))) {
    const terms = await projectTerms(opened, language, isShut)
    if (terms !== undefined) all.push(terms)
  }
  if (first === undefined || all.length === 0) return { terms: [], missing: [] }
  const project = await projectOfFile(first.file)
  const service = settings.api_url ?? dataDirOf(settings)
  const brought = createHash('sha256')
    .update(JSON.stringify([service, settings.workspace, project, weekNow(), all]))
    .digest('hex')
  const mark = path.join(work, BROUGHT_LAST)
  if ((await readFile(mark, 'utf8').catch(() => '')) === brought) return { terms: [], missing: [] }
  const desk = deskOfProject(project, client, signal)
  const terms: LearnedTerms[] = []
  for (const one of all) {
    try {
      terms.push(...(await putTerms(opened.project.source, one, desk)))
    } catch (error) {
      refuseTerm(error, one.file, terms)
      return { terms, missing: [notTaken(error, all)] }
    }
  }
  await writeWhole(mark, brought)
  return { terms, missing: [] }
}

async function putTerms(
  source: string,
  { file, language, terms }: ProjectTerms,
  desk: GlossaryDesk,
): Promise<readonly LearnedTerms[]> {
  const pair = `${source}-${language}`
  const before = await glossaryNow(desk, pair)
  const change = changeBy(before?.terms ?? [], terms.terms, false)
  const { added, changed } = change.counts
  if (added + changed === 0) return []
  const content = { terms: [...change.terms] }
  // In a project a change makes the glossary that is not there.
  await explainTerms({ ...content, lines: change.lines }, () => desk.update(pair, content))
  return [{ file, language, added, changed }]
}

/** Why a service has no glossaries for this caller, by the code of its refusal: the translation can do without. */
const WITHOUT: Readonly<Record<string, string>> = {
  resource_not_found: 'This service does not offer glossaries of a project',
  insufficient_scope: 'The key for this service may not read or change glossaries',
}

/** What is missing where a service does not take terms. @throws {Error} the given one, where it is about something else */
function notTaken(error: unknown, all: readonly ProjectTerms[]): string {
  const reason = error instanceof ApiError ? WITHOUT[error.code] : undefined
  if (reason === undefined) throw error
  const files = [...new Set(all.map(({ file }) => visible(file, 200)))]
  return `${reason}: the terms of ${listed(files)} do not go along. What works instead: a glossary of the workspace, which holds for every project.`
}

/** @throws {GlossaryRefused} the service refuses a term of the file */
function refuseTerm(error: unknown, file: string, brought: readonly LearnedTerms[]): void {
  if (!(error instanceof ApiError) || error.param?.startsWith('terms') !== true) return
  const words = `${visible(file, 200)}, the glossary: ${visible(error.message, 300)}`
  throw new GlossaryRefused({ words, done: brought.map(({ language }) => language) })
}
