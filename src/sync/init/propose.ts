/**
 * A project file for a repository that has none: what its layouts and the configurations of other tools come to. Pure: the paths and the
 * texts of small files are given. No program of the repository is run.
 */
import { packageOf } from './folders.ts'
import { foundCatalogs } from './found-catalogs.ts'
import { foundConfigurations, targetOf } from './found-configurations.ts'
import { foundLayouts } from './found-layouts.ts'
import {
  type FoundFiles,
  folderOf,
  NO_TARGETS,
  type Proposal,
  type Proposals,
  type ProposedFiles,
  type ProposedKeys,
  type ProposedProject,
  type Repository,
} from './proposal.ts'

/** No file of people has a longer path, and to fit one to the patterns takes long. */
const LONGEST = 1000

/**
 * Looks at a repository's files and proposes project files: one where all lies in one package, else one for each package.
 *
 * @param listing the paths of all files from the top of the repository, with `/` between names
 * @param read the text of a small file; undefined where it is none
 * @param apart true where other folders have project files already: one at the top would change what these mean, so each package gets its own
 */
export function proposeProject(
  listing: readonly string[],
  read: (path: string) => string | undefined,
  apart = false,
): Proposals {
  const paths = listing.filter(path => path.length <= LONGEST).sort()
  const all = new Set(paths)
  const repository: Repository = { paths, has: path => all.has(path), read }
  const configurations = foundConfigurations(repository)
  const layouts = foundLayouts(repository)
  const catalogs = foundCatalogs(repository)
  const left = [...configurations.left, ...layouts.left, ...catalogs.left]
  const configured: FoundFiles[] = []
  for (const finding of configurations.findings) {
    const holder = configured.find(other => isCovered(finding, other))
    if (holder === undefined) configured.push(finding)
    else left.push(`${finding.seen[0]} They are taken as ${holder.by} has them.`)
  }
  // Catalogs say their language themselves, so that of other files beside them, which is guessed, gives way.
  const others = [...catalogs.findings, ...layouts.findings].filter(
    finding => !configured.some(other => isCovered(finding, other)),
  )
  const findings = [...configured, ...others]
  const folders = new Set(findings.map(finding => packageOf(finding.root, repository)))
  const placed = findings.map(finding => ({
    finding,
    folder: folders.size < 2 && !apart ? '' : packageOf(finding.root, repository),
  }))
  const made = inFolders(placed)
  return { proposals: made.proposals, left: [...new Set([...left, ...made.left])] }
}

/** True where the files of one finding are files of the other, which says more about them. */
function isCovered(finding: FoundFiles, other: FoundFiles): boolean {
  const patterns = new Set(other.include.map(targetOf))
  if (finding.include.every(files => patterns.has(targetOf(files)))) return true
  const paths = new Set(other.paths)
  return finding.paths.length > 0 && finding.paths.every(path => paths.has(path))
}

interface Placed {
  readonly finding: FoundFiles
  readonly folder: string
}

/** What one project file is for. */
interface Together {
  readonly findings: FoundFiles[]
  /** One of each kind that agrees, or does not, with others for the same reasons: a repository may have thousands alike. */
  readonly kinds: Map<string, FoundFiles>
}

/** The findings of each folder together; one that does not agree with the others of its folder gets a project file of its own, farther down. */
function inFolders(placed: readonly Placed[]): { proposals: Proposal[]; left: string[] } {
  const folders = new Map<string, Together>()
  const left: string[] = []
  const lower: Placed[] = []
  for (const { finding, folder } of placed) {
    const there: Together = folders.get(folder) ?? { findings: [], kinds: new Map() }
    folders.set(folder, there)
    const reason = [...there.kinds.values()].map(other => disagreement(finding, other)).find(text => text !== undefined)
    if (reason === undefined) {
      there.findings.push(finding)
      there.kinds.set(JSON.stringify([finding.by, finding.source, ...finding.names]), finding)
    } else {
      const own = ownFolder(finding)
      // Files below another project file would be found by none of the first.
      const holdsOthers = there.findings.some(({ paths }) => paths.some(path => path.startsWith(`${own}/`)))
      if (own === folder || !own.startsWith(folder) || holdsOthers)
        left.push(`${finding.seen[0]} It is left out: ${reason}.`)
      else
        lower.push({
          folder: own,
          finding: { ...finding, seen: [...finding.seen, `It has a project file of its own: ${reason}.`] },
        })
    }
  }
  const proposals = [...folders].map(([folder, { findings }]) => proposalFor(folder, findings))
  if (lower.length === 0) return { proposals, left }
  const more = inFolders(lower)
  const all = [...proposals, ...more.proposals].sort((one, other) => (one.folder < other.folder ? -1 : 1))
  return { proposals: all, left: [...left, ...more.left] }
}

/** Why two sets of files cannot be of one project; undefined where they can. */
function disagreement(one: FoundFiles, other: FoundFiles): string | undefined {
  if (one.source !== other.source) {
    return `its source language is ${one.source ?? 'not known'}, and that of ${other.by} is ${other.source ?? 'not known'}`
  }
  const unlike = differentName(one, other) ?? differentName(other, one)
  return unlike === undefined
    ? undefined
    : `a language has one name in the paths of a project, and ${unlike} is called otherwise in those of ${other.by}`
}

/**
 * A language that two sets call differently. What only one of them has would get the same name in the other, which is right but for the
 * names of Android: nobody else has those.
 */
function differentName(one: FoundFiles, other: FoundFiles): string | undefined {
  for (const [tag, name] of one.names) {
    const there = other.names.get(tag)
    if (there === undefined ? OF_ANDROID.test(name) && one.by !== other.by : there !== name) return tag
  }
  return undefined
}

const OF_ANDROID = /^b\+|-r(?:[A-Z]{2}|\d{3})$/

/** The folder that all files of a finding are below. */
function ownFolder({ include }: FoundFiles): string {
  const folders = include.flatMap(files => (typeof files === 'string' ? [files] : [files.source, files.target]))
  return folders.map(stillFolder).reduce(common)
}

function stillFolder(pattern: string): string {
  return folderOf(pattern.replace(/(?:\[locale\]|\*).*$/, 'x'))
}

function common(one: string, other: string): string {
  const names = other.split('/')
  const same = one.split('/').findIndex((name, at) => name !== names[at])
  return same < 0 ? one : one.split('/').slice(0, same).join('/')
}

function proposalFor(folder: string, findings: readonly FoundFiles[]): Proposal {
  const [first] = findings
  const inside = (path: string) => (folder === '' ? path : path.slice(folder.length + 1))
  const include = findings.flatMap(({ include: files }) => files).map(files => filesInside(files, inside))
  const exclude = [...new Set(findings.flatMap(finding => finding.exclude))].map(inside)
  const targets = [...new Set(findings.flatMap(finding => finding.targets))].sort()
  const names = new Map(findings.flatMap(finding => [...finding.names]))
  const wanted = [...targets, ...(first?.source === undefined ? [] : [first.source])]
  const locales = wanted.flatMap(tag => {
    const name = names.get(tag)
    return name === undefined || name === tag ? [] : [[tag, name] as const]
  })
  const keys = keysOf(findings)
  const project: ProposedProject = {
    ...(first?.source === undefined ? {} : { source: first.source }),
    targets,
    files: { include, ...(exclude.length === 0 ? {} : { exclude }) },
    ...(locales.length === 0 ? {} : { locales: Object.fromEntries(locales) }),
    ...(Object.keys(keys).length === 0 ? {} : { keys }),
  }
  const seen = new Set([
    ...findings.flatMap(finding => finding.seen),
    ...unequalTargets(findings, targets),
    ...specialPaths(include),
  ])
  if (targets.length > 0) seen.delete(NO_TARGETS)
  return { folder, project, seen: [...seen] }
}

function filesInside(files: ProposedFiles, inside: (path: string) => string): ProposedFiles {
  return typeof files === 'string' ? inside(files) : { source: inside(files.source), target: inside(files.target) }
}

function keysOf(findings: readonly FoundFiles[]): ProposedKeys {
  const all = (field: keyof ProposedKeys) => [...new Set(findings.flatMap(({ keys }) => keys[field] ?? []))]
  const fields = (['skip', 'keep', 'preserve'] as const).map(field => [field, all(field)] as const)
  return Object.fromEntries(fields.filter(([, keys]) => keys.length > 0))
}

/** Files that would get languages which they do not have, because others of the same project do. */
function unequalTargets(findings: readonly FoundFiles[], targets: readonly string[]): string[] {
  return findings.flatMap(({ include, targets: own }) => {
    const more = targets.filter(tag => !own.includes(tag))
    return more.length === 0
      ? []
      : [`${include.map(targetOf).join(', ')} would get ${more.join(', ')}, too, which other files have.`]
  })
}

/** Characters that globs give another meaning, such as those of the folder `(main)`. */
const SPECIAL = /[()!?+@{}\\]|\[(?!locale\])/

function specialPaths(include: readonly ProposedFiles[]): string[] {
  return include
    .map(targetOf)
    .filter(path => SPECIAL.test(path))
    .map(path => `${path} has characters that mean something else in a glob: look whether its files are found.`)
}
