import { counted } from '../../mcp/render/numbers.ts'
import type { InitListing } from '../../sync/disk/init-listing.ts'
import { LOCK_ATTRIBUTES } from '../../sync/lock/index.ts'
import { PROJECT_FILE } from '../../sync/project/project-file.ts'
import { ATTRIBUTES_FILE, type LockAttributes } from './git-attributes.ts'
import type { InitDraft } from './init-drafts.ts'

/** What `init` proposes for a folder. */
export interface InitPlan {
  readonly drafts: readonly InitDraft[]
  /** What looks like translations and is not proposed: a sentence each. */
  readonly left: readonly string[]
  readonly listing: InitListing
  /** The nearest project file above the folder. */
  readonly above: string | undefined
  readonly attributes: LockAttributes
  /** The engine that would translate, in words. */
  readonly engine: string
}

/** So many sentences of a kind are shown. */
const MOST = 20

/** The proposal for a person. */
export function initLines(plan: InitPlan): readonly string[] {
  const { drafts, engine } = plan
  const isProposed = drafts.some(({ flaw }) => flaw === undefined)
  return [
    ...drafts.flatMap(draftLines),
    ...under('Left out:', leftOut(plan)),
    ...(drafts.length === 0 ? [nothingWords(plan)] : []),
    ...(isProposed ? [attributesWords(plan.attributes), `Engine: ${engine}`] : []),
  ]
}

/** The same for programs. `written` has the paths of what was written. */
export function initJson(plan: InitPlan, written: readonly string[]) {
  const { drafts, attributes, engine, listing } = plan
  const proposals = drafts.map(({ text, flaw, ...draft }) => ({ ...draft, flaw: flaw ?? null }))
  const line = attributes.kind === 'there' ? null : LOCK_ATTRIBUTES
  return { proposals, left_out: leftOut(plan), projects: listing.projects, git_attributes: line, engine, written }
}

export function initQuestion({ drafts, attributes }: InitPlan): string {
  const paths = drafts.flatMap(({ path, flaw }) => (flaw === undefined ? [path] : []))
  const files = paths.length > 3 ? [`these ${paths.length} project files`] : paths
  const line = attributes.kind === 'write' ? [`the line in ${ATTRIBUTES_FILE}`] : []
  return `Write ${[...files, ...line].join(', ').replace(/, ([^,]*)$/, ' and $1')}?`
}

function draftLines({ path, text, seen, flaw, sources, translations, present, conflicts }: InitDraft) {
  if (flaw !== undefined) return [...seen, `${path} is not proposed: ${flaw}`, '']
  const finds =
    sources === 0
      ? 'It finds no source file: look at "include".'
      : `It finds ${counted(sources, 'source file')} with ${counted(translations, 'translation')}, of which ${present === 1 ? '1 is' : `${present} are`} there.`
  const wrong = under('translation-mcp sync will do nothing before this is settled:', shortened(conflicts))
  return [...seen, '', `${path}:`, ...text.trimEnd().split('\n'), finds, ...wrong, '']
}

function leftOut({ left, listing, above }: InitPlan): readonly string[] {
  const { projects, repositories, unreadable, is_cut } = listing
  return [
    ...left,
    ...projects.map(folder => `${folder}/ has its own ${PROJECT_FILE}, which stays as it is.`),
    ...repositories.map(folder => `${folder}/ is a repository of its own: run init there.`),
    ...unreadable.map(folder => `${folder === '' ? 'The folder' : `${folder}/`} cannot be read.`),
    ...(is_cut ? [`There are more than ${listing.files.length} files; the others were not looked at.`] : []),
    ...(above === undefined ? [] : [`${above} is above this folder: what is not said here is taken from there.`]),
  ]
}

function nothingWords({ left, listing: { projects } }: InitPlan): string {
  if (projects.length > 0) return 'There is nothing else to propose.'
  const other =
    left.length === 0 ? 'No files of translations that are known were found' : 'Nothing was found that can be proposed'
  return `${other}. A project file can be written by hand: {"source": "en", "targets": ["de"], "files": {"include": ["locales/[locale].json"]}} in ${PROJECT_FILE}.`
}

function attributesWords({ kind }: LockAttributes): string {
  if (kind === 'there') return `Git is told already how the lock is merged.`
  return kind === 'write'
    ? `${ATTRIBUTES_FILE} gets the line \`${LOCK_ATTRIBUTES}\`: the locks of two branches merge then.`
    : `${ATTRIBUTES_FILE} is a link or a folder, and is left alone. Put the line \`${LOCK_ATTRIBUTES}\` where git reads it.`
}

function under(title: string, sentences: readonly string[]): readonly string[] {
  return sentences.length === 0 ? [] : [title, ...shortened(sentences).map(sentence => `  ${sentence}`)]
}

function shortened(sentences: readonly string[]): readonly string[] {
  const more = sentences.length - MOST
  return more > 0 ? [...sentences.slice(0, MOST), `and ${more} more; --json lists all`] : sentences
}
