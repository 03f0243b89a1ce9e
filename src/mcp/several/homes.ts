import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { isInside } from '../files/allowed.ts'
import type { NamedTranslation } from './named-translation.ts'

/** A way in which the translations of a folder lie, and the folder about which that is known. */
interface Way {
  /**
   * `apart`: in a folder beside `at`, `docs.fr/guide.md` of `docs/guide.md`. `within`: in a folder for the language in `at`,
   * `docs/fr/guide.md`. `beside`: each beside its source, `docs/guide.fr.md`.
   */
  readonly way: 'apart' | 'within' | 'beside'
  readonly at: string
}

/** A folder whose files are translated together, and how their translations lie where no name and no folder says the language. */
export interface Home extends Way {
  /** An absolute path. */
  readonly folder: string
  /** As translations lie that are there already. */
  readonly seen?: Way | undefined
  /** The folder of the Docusaurus site that it is a part of, or holds. */
  readonly site?: string | undefined
}

/**
 * How translations of a folder lie: as those do that are there already, else in a tree beside it. Such a tree keeps the links to what lies
 * outside the folder, and no program that reads the folder finds pages in it that it does not expect. The working folder, those above it
 * and the root of a repository have nothing beside them that belongs to them, so there the tree lies within.
 *
 * @param folder an absolute path
 * @param translations those of the folder, by their names from it
 */
export function homeOf(folder: string, translations: ReadonlyMap<string, NamedTranslation>, working: string): Home {
  const votes = new Map<string, { readonly seen: Way; readonly count: number }>()
  for (const [name, { tag, source }] of translations) {
    if (tag === undefined || source === undefined || source.tag !== undefined) continue
    const seen = waySeen(folder, name, source.name)
    const { count } = votes.get(JSON.stringify(seen)) ?? { count: 0 }
    if (seen !== undefined) votes.set(JSON.stringify(seen), { seen, count: count + 1 })
  }
  const [most] = [...votes.values()].sort((one, other) => other.count - one.count)
  const isAround = isInside(working, folder) || existsSync(path.join(folder, '.git'))
  return { folder, way: isAround ? 'within' : 'apart', at: folder, seen: most?.seen, site: siteOf(folder) }
}

function waySeen(folder: string, name: string, source: string): Way | undefined {
  const [parts, sources] = [name.split('/'), source.split('/')]
  const at = parts.findIndex((part, index) => part !== sources[index])
  if (at === parts.length - 1 && at === sources.length - 1) return { way: 'beside', at: folder }
  if (parts.toSpliced(at, 1).join('/') === source)
    return { way: 'within', at: path.join(folder, ...parts.slice(0, at)) }
  const isApart = parts[at]?.startsWith(`${sources[at]}.`) === true
  return isApart ? { way: 'apart', at: path.join(folder, ...sources.slice(0, at + 1)) } : undefined
}

/**
 * The place of the translation of a file in the tree for a language; undefined where it lies beside its source.
 *
 * @param name what it is called there
 */
export function placeInTree(home: Home, source: string, lang: string, name: string): string | undefined {
  const renamed = path.join(path.dirname(source), name)
  const ofSite = home.site === undefined ? undefined : placeInSite(home.site, renamed, lang)
  if (ofSite !== undefined) return ofSite
  const { way, at } = home.seen !== undefined && isInside(source, home.seen.at) ? home.seen : home
  if (way === 'beside') return undefined
  const below = path.relative(at, renamed)
  if (way === 'within') return path.join(at, lang, below)
  return path.join(path.dirname(at), `${path.basename(at)}.${lang}`, below)
}

/** Where Docusaurus keeps translations of pages, by the folder of the sources. */
const PLUGINS: readonly (readonly [folder: RegExp, plugin: string])[] = [
  [/^docs\//, 'docs/current/'],
  [/^versioned_docs\/(?=version-)/, 'docs/'],
  [/^blog\//, 'blog/'],
  [/^src\/pages\//, 'pages/'],
]

function placeInSite(site: string, source: string, lang: string): string | undefined {
  const name = path.relative(site, source).split(path.sep).join('/')
  if (!/\.mdx?$/i.test(name)) return undefined
  const [folder, plugin] = PLUGINS.find(([pattern]) => pattern.test(name)) ?? []
  if (folder === undefined) return undefined
  return path.join(site, 'i18n', lang, `docusaurus-plugin-content-${name.replace(folder, plugin ?? '')}`)
}

/** So many folders above a folder may be that of its site: `docs` and `src/pages` lie at most two below. */
const ABOVE = 3

function siteOf(folder: string): string | undefined {
  let at = folder
  for (let up = 0; up < ABOVE; up += 1) {
    if (namesIn(at).some(name => /^docusaurus\.config\.[cm]?[jt]s$/.test(name))) return at
    at = path.dirname(at)
  }
  return undefined
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
