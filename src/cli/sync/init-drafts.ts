import path from 'node:path/posix'
import { sameTag } from '../../contract/language-tags.ts'
import type { InitListing } from '../../sync/disk/init-listing.ts'
import { NO_TARGETS, type Proposal, type ProposedProject } from '../../sync/init/index.ts'
import { inheritProject, type PlacedFile } from '../../sync/project/inherit.ts'
import { canonicalLocale } from '../../sync/project/locale-names.ts'
import { pairsIn } from '../../sync/project/pairs.ts'
import { ProjectError } from '../../sync/project/project-error.ts'
import { PROJECT_FILE } from '../../sync/project/project-file.ts'
import { readProjectFile } from '../../sync/project/read-project-file.ts'
import { rulesOf } from '../../sync/project/rule.ts'
import { ownCommand } from '../own-command.ts'

/** Without what is taken from the project file above, and with the schema for editors. */
type Content = Partial<ProposedProject> & { readonly $schema?: string }

/** A project file as it would be written, and what it would do. */
export interface InitDraft {
  /** Its path from the working folder. */
  readonly path: string
  readonly project: Content
  /** The same as it is written. */
  readonly text: string
  /** What it follows from: a sentence each. */
  readonly seen: readonly string[]
  /** Why it cannot be written; undefined where it can. */
  readonly flaw: string | undefined
  readonly sources: number
  /** Files of translations, there or not. */
  readonly translations: number
  readonly present: number
  /** What `sync` would refuse to do. */
  readonly conflicts: readonly string[]
}

/** What the drafts are made from, beside the proposals. */
export interface DraftParts {
  readonly listing: InitListing
  /** What the command line says where no file says it. */
  readonly from: string | undefined
  readonly to: readonly string[]
  /** The project files above the working folder, the nearest first. */
  readonly above: readonly PlacedFile[]
  /** The path of the schema from a folder; undefined where none is installed. */
  readonly schemaFor: (folder: string) => string | undefined
}

/** The drafts of all proposals. One inherits from those above it, as project files do. */
export function draftsOf(proposals: readonly Proposal[], parts: DraftParts): readonly InitDraft[] {
  const made: PlacedFile[] = []
  const folders = proposals.map(({ folder }) => folder)
  const inOrder = [...proposals].sort((one, other) => (one.folder < other.folder ? -1 : 1))
  return inOrder.map(proposal => {
    const { folder } = proposal
    const siblings = made.filter(file => file.folder === '' || folder.startsWith(`${file.folder}/`)).reverse()
    const { project, seen } = wished(proposal, parts)
    const written = besides(project, siblings, parts.above)
    const { source, targets, files, locales, keys } = written
    const schema = parts.schemaFor(folder)
    const hasTargets = targets.length > 0 || siblings.length + parts.above.length === 0
    const content: Content = {
      ...(schema !== undefined && { $schema: schema }),
      ...(source !== undefined && { source }),
      ...(hasTargets && { targets }),
      files,
      ...(locales !== undefined && { locales }),
      ...(keys !== undefined && { keys }),
    }
    const text = `${JSON.stringify(content, undefined, 2)}\n`
    const draft = { path: path.join(folder, PROJECT_FILE), project: content, text, seen }
    const nested = [...folders.filter(other => isIn(other, folder)), ...parts.listing.projects]
    return { ...draft, ...outcomeOf(draft, { folder, chain: [...siblings, ...parts.above], nested, made }, parts) }
  })
}

interface Place {
  readonly folder: string
  /** The project files that it inherits from, the nearest first. */
  readonly chain: readonly PlacedFile[]
  readonly nested: readonly string[]
  /** Gets the file, where it can be written. */
  readonly made: PlacedFile[]
}

const NOTHING_FOUND = { sources: 0, translations: 0, present: 0, conflicts: [] }

/** Reads a draft as `sync` would read it, and counts what it would find. */
function outcomeOf(
  draft: Pick<InitDraft, 'path' | 'project' | 'text'>,
  { folder, chain, nested, made }: Place,
  parts: DraftParts,
) {
  try {
    const own = { folder, file: readProjectFile(draft.text, draft.path) }
    const project = inheritProject([own, ...chain])
    made.push(own)
    const inside = (paths: readonly string[]) =>
      paths.filter(one => isIn(one, folder)).map(one => path.relative(folder, one))
    const { files, links } = parts.listing
    const own_files = files.filter(file => !nested.some(other => isIn(file, other)))
    const listing = { files: inside(own_files), nested: inside(nested), links: inside(links) }
    const { pairs, conflicts } = pairsIn(project, listing, rulesOf(project))
    const translations = pairs.flatMap(({ targets }) => targets)
    return {
      flaw: undefined,
      sources: pairs.length,
      translations: translations.length,
      present: translations.filter(({ exists }) => exists).length,
      conflicts: conflicts.map(({ words }) => words),
    }
  } catch (error) {
    if (!(error instanceof ProjectError)) throw error
    return { ...NOTHING_FOUND, flaw: flawWords(error, draft.project, chain) }
  }
}

function flawWords({ code, message }: ProjectError, { source }: Content, chain: readonly PlacedFile[]): string {
  if (code !== 'incomplete') return message
  const command = `${ownCommand()} init`
  return source === undefined && chain.every(({ file }) => file.source === undefined)
    ? `No file says the language of the source. Name it: ${command} --from en`
    : `No language to translate into is there. Name those that you want: ${command} --to de,fr`
}

/** A proposal with what the command line says. */
function wished({ project, seen }: Proposal, { from, to }: DraftParts): Pick<Proposal, 'project' | 'seen'> {
  const source = project.source ?? from
  const more = to.filter(tag => !project.targets.includes(tag) && (source === undefined || !sameTag(tag, source)))
  const own = project.targets.filter(tag => source === undefined || !sameTag(tag, source))
  const same = project.targets.filter(
    tag => !own.includes(tag) && canonicalLocale(tag) !== canonicalLocale(source ?? ''),
  )
  const targets = [...own, ...more]
  const said = [
    ...seen.filter(sentence => sentence !== NO_TARGETS),
    ...(project.source === undefined && from !== undefined ? [`The source language is ${from}, by --from.`] : []),
    ...same.map(tag => `${tag} is no target: it is the same language as the source ${source}.`),
    ...(more.length > 0 ? [`Targets by --to: ${more.join(', ')}.`] : []),
  ]
  return { project: { ...project, ...(source !== undefined && { source }), targets }, seen: said }
}

/**
 * A project that keeps what it means below others: a name in paths that those above give a language, and the globs of keys of those that are
 * proposed with it, would be its own otherwise.
 */
function besides(
  project: ProposedProject,
  siblings: readonly PlacedFile[],
  above: readonly PlacedFile[],
): ProposedProject {
  const named = new Set([...siblings, ...above].flatMap(({ file }) => Object.keys(file.locales ?? {})))
  const languages = [...project.targets, ...(project.source === undefined ? [] : [project.source])]
  const own = languages.filter(tag => named.has(tag)).map(tag => [tag, tag])
  const locales = { ...Object.fromEntries(own), ...project.locales }
  const lists = (['skip', 'keep', 'preserve'] as const).filter(
    list => project.keys?.[list] === undefined && siblings.some(({ file }) => (file.keys?.[list] ?? []).length > 0),
  )
  const keys = { ...Object.fromEntries(lists.map(list => [list, []])), ...project.keys }
  return {
    ...project,
    ...(Object.keys(locales).length > 0 && { locales }),
    ...(Object.keys(keys).length > 0 && { keys }),
  }
}

/** Whether a path lies in a folder. */
function isIn(place: string, folder: string): boolean {
  return folder === '' ? place !== '' : place.startsWith(`${folder}/`)
}
