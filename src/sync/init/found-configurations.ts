/** The configurations of other tools in a repository, offered with their values. */
import { holdsLanguages } from '../project/file-pair.ts'
import type { ConfigurationReader, Configured } from './configurations/configuration.ts'
import { crowdin } from './configurations/crowdin.ts'
import { flutter } from './configurations/flutter.ts'
import { i18nextCli, i18nextParser } from './configurations/i18next.ts'
import { lingo } from './configurations/lingo.ts'
import { lingui, linguiOfPackage } from './configurations/lingui.ts'
import { isForeign, testFolder } from './folders.ts'
import { localeNamed } from './locale-names.ts'
import { fitter } from './pattern.ts'
import {
  below,
  type FoundFiles,
  folderOf,
  inSeries,
  NO_TARGETS,
  type ProposedFiles,
  type Repository,
} from './proposal.ts'
import { sourceOfFiles, sourceUnsaid } from './source-language.ts'

/** Those that say most first: where two are about the same files, the first holds. */
const READERS: readonly ConfigurationReader[] = [
  lingo,
  crowdin,
  i18nextCli,
  lingui,
  linguiOfPackage,
  i18nextParser,
  flutter,
]

interface FoundConfigurations {
  readonly findings: readonly FoundFiles[]
  readonly left: readonly string[]
}

/** All configurations that can be read, and what is to be said of those that can't. */
export function foundConfigurations(repository: Repository): FoundConfigurations {
  const findings: FoundFiles[] = []
  const left: string[] = []
  for (const reader of READERS) {
    for (const path of repository.paths) {
      const folder = folderOf(path)
      const name = path.slice(folder === '' ? 0 : folder.length + 1)
      if (!reader.file.test(name) || isForeign(folder) || testFolder(folder) !== undefined) continue
      const text = repository.read(path)
      const said = text === undefined ? undefined : reader.read(text, path)
      if (said === undefined) continue
      if (said.include.length === 0) left.push(`${path} is there (${reader.by}).`, ...said.notes)
      else {
        const finding = findingFrom(said, { by: reader.by, path, folder }, repository)
        if (finding.include.length > 0) findings.push(finding)
        else left.push(...finding.seen.slice(1))
      }
    }
  }
  return { findings, left }
}

/** False for a path that leaves the repository. */
function isInside(files: ProposedFiles): boolean {
  const paths = typeof files === 'string' ? [files] : [files.source, files.target]
  return paths.every(path => !path.startsWith('../') && path !== '')
}

/** The pattern of the translations of an entry. */
export function targetOf(files: ProposedFiles): string {
  return typeof files === 'string' ? files : files.target
}

function findingFrom(
  said: Configured,
  { by, path, folder }: { readonly by: string; readonly path: string; readonly folder: string },
  repository: Repository,
): FoundFiles {
  const include = said.include
    .map(files =>
      typeof files === 'string'
        ? below(folder, files)
        : { source: below(folder, files.source), target: below(folder, files.target) },
    )
    .filter(isInside)
  const names = new Map(said.names)
  const { languages, unknown } = languagesSaid(said, names)
  const there = filesOf(include, names, repository)
  for (const [tag, { name }] of there) if (!names.has(tag)) names.set(tag, name)
  const byTag = new Map([...there].map(([tag, { paths }]) => [tag, paths]))
  const sources = include.flatMap(files => (typeof files === 'string' ? [] : files.source))
  const isUnsaid = said.source === undefined && sources.length === include.length
  const choice = isUnsaid
    ? sourceUnsaid([...byTag.keys()], undefined, inSeries(sources))
    : sourceOfFiles(byTag, said.source === undefined ? undefined : { written: said.source, where: path }, repository)
  const targets = (languages ?? [...there.keys()]).filter(tag => tag !== choice.source)
  const seen = [
    `${by}: ${path} names ${inSeries(include.map(targetOf))}.`,
    choice.why,
    ...unknown.map(name => `${name} of ${path} is no language that is known here, and is left out.`),
    ...(include.length < said.include.length
      ? [`${path} has files outside of the repository, which are left out.`]
      : []),
    ...said.notes,
  ]
  if (targets.length === 0) seen.push(NO_TARGETS)
  return {
    by,
    root: folder,
    include,
    paths: [...[...byTag.values()].flat(), ...togetherIn(include, repository)],
    exclude: (said.exclude ?? []).map(pattern => below(folder, pattern)),
    source: choice.source,
    targets: [...new Set(targets)].sort(),
    names,
    keys: said.keys ?? {},
    seen,
  }
}

/** The files that are there and hold all their languages. */
function togetherIn(include: readonly ProposedFiles[], repository: Repository): readonly string[] {
  const all = include.filter(files => typeof files === 'string' && holdsLanguages(files)).map(targetOf)
  return all.flatMap(pattern => repository.paths.filter(path => fitter(pattern, false)(path) !== undefined))
}

/** The languages that a configuration names as tags; how it writes them goes to `names`, but where it says another name for paths. */
function languagesSaid(said: Configured, names: Map<string, string>) {
  const unknown: string[] = []
  const tags = [...(said.targets ?? []), ...(said.source === undefined ? [] : [said.source])].flatMap(written => {
    const tag = localeNamed(written)
    if (tag === undefined) unknown.push(written)
    else if (!names.has(tag)) names.set(tag, written)
    return tag ?? []
  })
  return { languages: said.targets === undefined ? undefined : tags, unknown }
}

/** The files that are there, by their languages' tags, with what paths call these. */
function filesOf(include: readonly ProposedFiles[], names: ReadonlyMap<string, string>, repository: Repository) {
  const tags = new Map([...names].map(([tag, name]) => [name, tag]))
  const found = new Map<string, { readonly name: string; readonly paths: string[] }>()
  for (const fits of include.map(files => fitter(targetOf(files), false))) {
    for (const path of repository.paths) {
      const name = fits(path)?.locale
      const tag = name === undefined ? undefined : (tags.get(name) ?? localeNamed(name))
      if (name === undefined || tag === undefined || isForeign(folderOf(path))) continue
      const known = found.get(tag) ?? { name, paths: [] }
      found.set(tag, known)
      known.paths.push(path)
    }
  }
  return found
}
