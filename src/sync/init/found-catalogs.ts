/** String catalogs of Xcode: each file holds all its languages, and says which one its texts are in. */
import * as z from 'zod'
import { isForeign, testFolder } from './folders.ts'
import { localeNamed } from './locale-names.ts'
import { type FoundFiles, folderOf, inSeries, NO_TARGETS, type Repository } from './proposal.ts'

const CATALOG = /\.xcstrings$/
const Catalog = z.object({
  sourceLanguage: z.string(),
  strings: z.record(z.string(), z.object({ localizations: z.record(z.string(), z.unknown()).optional() })),
})

interface FoundCatalogs {
  readonly findings: readonly FoundFiles[]
  readonly left: readonly string[]
}

/** Catalogs of one source language, and the languages that they hold besides. */
interface OneSource {
  readonly paths: string[]
  readonly targets: Set<string>
}

/** The catalogs of a repository: those of one source language together. One that cannot be read is named. */
export function foundCatalogs(repository: Repository): FoundCatalogs {
  const sources = new Map<string, OneSource>()
  const left: string[] = []
  for (const path of repository.paths) {
    if (!CATALOG.test(path) || isForeign(folderOf(path))) continue
    const tests = testFolder(folderOf(path))
    const catalog = tests === undefined ? catalogIn(repository.read(path)) : undefined
    const source = catalog && localeNamed(catalog.sourceLanguage)
    if (tests !== undefined)
      left.push(`${tests}/ has string catalogs of Apple; files of tests and examples are not proposed.`)
    else if (catalog === undefined || source === undefined)
      left.push(`${path} (Apple) is too large to look at, or no string catalog; it is not proposed.`)
    else {
      const found: OneSource = sources.get(source) ?? { paths: [], targets: new Set() }
      sources.set(source, found)
      found.paths.push(path)
      for (const tag of languagesIn(catalog)) if (tag !== source) found.targets.add(tag)
    }
  }
  return { findings: [...sources].map(([source, found]) => findingFor(source, found)), left: [...new Set(left)] }
}

function catalogIn(text: string | undefined): z.output<typeof Catalog> | undefined {
  if (text === undefined) return undefined
  try {
    return Catalog.safeParse(JSON.parse(text.replace(/^\ufeff/, ''))).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function languagesIn({ strings }: z.output<typeof Catalog>): ReadonlySet<string> {
  const written = new Set(Object.values(strings).flatMap(({ localizations = {} }) => Object.keys(localizations)))
  return new Set([...written].flatMap(name => localeNamed(name) ?? []))
}

function findingFor(source: string, { paths, targets }: OneSource): FoundFiles {
  const tags = [...targets].sort()
  const seen = [
    `Apple: ${inSeries(paths)} with ${inSeries([source, ...tags])}: each file holds all of its languages.`,
    `The source language is ${source}: ${paths.length === 1 ? 'it says' : 'they say'} so.`,
    ...(tags.length === 0 ? [NO_TARGETS] : []),
  ]
  const [first = ''] = paths
  const root = paths.map(folderOf).reduce(commonFolder, folderOf(first))
  return {
    by: 'Apple',
    root,
    include: paths,
    paths,
    exclude: [],
    source,
    targets: tags,
    names: new Map(),
    keys: {},
    seen,
  }
}

function commonFolder(one: string, other: string): string {
  const [names, others] = [one.split('/'), other.split('/')]
  const end = names.findIndex((name, at) => name !== others[at])
  return end < 0 ? one : names.slice(0, end).join('/')
}
