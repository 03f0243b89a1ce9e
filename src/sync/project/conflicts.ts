import { type FilePair, holdsLanguages, isBelow, type LanguageFile, type ProjectListing } from './file-pair.ts'

export type PairConflictCode = 'target_of_two' | 'target_is_source' | 'target_in_nested_project' | 'target_through_link'

/** Why a translation cannot be written where it would go. */
export interface PairConflict {
  readonly code: PairConflictCode
  /** The translation. */
  readonly path: string
  readonly tag: string
  readonly source: string
  /** A sentence for people. */
  readonly words: string
}

/** The first of several claims on a path. */
interface Claim {
  readonly source: string
  readonly tag: string
}

/** Every translation that would overwrite another file's, a source, or a file of others. */
export function conflictsIn(pairs: readonly FilePair[], { nested, links }: ProjectListing): readonly PairConflict[] {
  const sources = new Set(pairs.map(({ source }) => source))
  const [nestedFolders, linked] = [new Set(nested), new Set(links)]
  const claims = new Map<string, Claim>()
  const flawOf = ({ path, tag }: LanguageFile, source: string): readonly [PairConflictCode, string] | undefined => {
    const isTogether = path === source && holdsLanguages(path)
    const before = claims.get(path)
    if (before !== undefined && isTogether && before.source === source) return undefined
    if (before !== undefined) return ['target_of_two', twice(path, before, { source, tag })]
    claims.set(path, { source, tag })
    if (path === source && !isTogether) return ['target_is_source', `${path} would be its own translation into ${tag}.`]
    if (sources.has(path) && !isTogether)
      return ['target_is_source', `${path} is a source file, and ${source} in ${tag} would go there.`]
    if (isBelow(path, nestedFolders))
      return ['target_in_nested_project', `${path} is for the project file in its folder, not for ${source} in ${tag}.`]
    if (isBelow(path, linked))
      return ['target_through_link', `${path} is a link, or lies in one; nothing is written through links.`]
    return undefined
  }
  return pairs.flatMap(({ source, targets }) =>
    targets.flatMap(target => {
      const [code, words] = flawOf(target, source) ?? []
      return code === undefined || words === undefined
        ? []
        : [{ code, path: target.path, tag: target.tag, source, words }]
    }),
  )
}

function twice(path: string, one: Claim, other: Claim): string {
  if (one.source === other.source) return `${path} would be ${one.source} in ${one.tag} and in ${other.tag}.`
  return `${path} would be both ${one.source} in ${one.tag} and ${other.source} in ${other.tag}.`
}
