/** The layouts that a repository's files are in. */
import { around, fileIn } from './files-around.ts'
import { isForeign, testFolder } from './folders.ts'
import { findingOf, type LayoutFiles } from './layout-finding.ts'
import { LAYOUTS, type Layout } from './layouts.ts'
import { localeNamed } from './locale-names.ts'
import { fitter, NAME_SLOT } from './pattern.ts'
import type { FoundFiles, Repository } from './proposal.ts'

interface FoundLayouts {
  readonly findings: readonly FoundFiles[]
  readonly left: readonly string[]
}

const ROWS = LAYOUTS.map(layout => ({
  layout,
  fits: fitter(layout.files, true),
  fitsSource: layout.source === undefined ? () => undefined : fitter(layout.source, true),
}))
const OF_TEXT =
  /(?:(?:^|\/)conf\/messages(?:\.[\w-]{2,12})?|\.(?:json|ya?ml|po|pot|arb|xlf|xml|strings|stringsdict|php|properties|ini|resx|resw|ftl|toml)|(?:^|\/)(?:locales?|langs?|i18n|translations)\/[^/]+\.[cm]?[jt]s)$/

/** What sorting the files of a repository has come to. */
interface Sorting {
  readonly repository: Repository
  readonly groups: Map<string, LayoutFiles>
  readonly left: Set<string>
}

/** All layouts of a repository, in the order of the table, and what looks like one and is none. */
export function foundLayouts(repository: Repository): FoundLayouts {
  const sorting: Sorting = { repository, groups: new Map(), left: new Set() }
  for (const path of repository.paths) if (OF_TEXT.test(path)) sort(path, sorting)
  const { groups, left } = sorting
  const inOrder = [...groups.values()].sort((one, other) => LAYOUTS.indexOf(one.layout) - LAYOUTS.indexOf(other.layout))
  const findings: FoundFiles[] = []
  for (const group of inOrder) {
    const found = findingOf(group, repository)
    if (typeof found === 'string') left.add(found)
    else if (found !== undefined) findings.push(found)
  }
  return { findings, left: [...left] }
}

/** Puts a file to its group, or says why it is in none. */
function sort(path: string, sorting: Sorting): void {
  let why: string | undefined
  for (const { layout, fits, fitsSource } of ROWS) {
    const fit = fits(path)
    const locale = fit?.locale !== undefined && localeNamed(fit.locale) !== undefined ? fit.locale : undefined
    const place = locale === undefined ? fitsSource(path) : fit
    if (place === undefined || isForeign(place.root)) continue
    const tests = testFolder(place.root)
    if (tests !== undefined) {
      sorting.left.add(`${tests}/ has files that look like ${layout.by}; files of tests and examples are not proposed.`)
      return
    }
    if (hasBeside(layout, place.root, sorting.repository)) {
      put(path, locale, groupFor(layout, place, sorting))
      return
    }
    why ??= `${place.root}${layout.files} looks like ${layout.by}, but no ${layout.beside?.named} is beside it; it is not proposed.`
  }
  if (why !== undefined) sorting.left.add(why)
}

function put(path: string, locale: string | undefined, { files, sources }: LayoutFiles): void {
  if (locale === undefined) {
    sources.push(path)
    return
  }
  const others = files.get(locale)
  if (others === undefined) files.set(locale, [path])
  else others.push(path)
}

function groupFor(layout: Layout, place: { root: string; name: string }, { groups }: Sorting): LayoutFiles {
  const name = layout.files.includes(NAME_SLOT) ? place.name : ''
  const id = [LAYOUTS.indexOf(layout), place.root, name].join('\0')
  const group = groups.get(id) ?? { layout, root: place.root, name, files: new Map(), sources: [] }
  groups.set(id, group)
  return group
}

function hasBeside({ beside }: Layout, root: string, repository: Repository): boolean {
  if (beside === undefined) return true
  const { paths, holds = /^/ } = beside
  return around(root, repository).some(folder => fileIn(folder, paths, holds, repository) !== undefined)
}
