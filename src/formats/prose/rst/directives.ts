/**
 * The directives of docutils, of Sphinx and of its usual extensions, by what they hold. One that is not known is left as it is, with all
 * that is in it.
 */

/**
 * `body`: blocks. `first`: the text behind the name begins the blocks. `title`: that text is a title, and blocks follow. `version`: a version and
 * then blocks. `signature`: a name for programs, and blocks follow. `figure`: a path, options, a caption and a legend. `image`: a path and
 * options. `options`: only its options hold text. `names`: terms that others refer to, and blocks.
 */
export type Holding =
  | 'first'
  | 'title'
  | 'version'
  | 'signature'
  | 'figure'
  | 'image'
  | 'options'
  | 'names'
  | 'titled rows'

const BY_HOLDING: Readonly<Record<Holding, string>> = {
  first:
    'attention caution danger error hint important note tip warning seealso todo epigraph highlights pull-quote compound ' +
    'container only class hlist header footer line-block cssclass rst-class tabs tab-set grid card-carousel centered',
  title:
    'admonition topic sidebar rubric table dropdown tab tab-item group-tab details collapse card grid-item-card list-table',
  'titled rows': 'csv-table',
  version: 'versionadded versionchanged deprecated versionremoved deprecated-removed',
  signature:
    'describe object option cmdoption envvar confval program setting function class method attribute data exception decorator property ' +
    'classmethod staticmethod decoratormethod module type var member macro struct enum enumerator union concept alias rst:directive ' +
    'rst:role directive role ifconfig',
  figure: 'figure',
  image: 'image',
  options: 'toctree literalinclude code-block code sourcecode',
  names: 'glossary',
}

const HOLDINGS = new Map<string, Holding>()
for (const holding of [
  'first',
  'title',
  'titled rows',
  'version',
  'signature',
  'figure',
  'image',
  'options',
  'names',
] as const)
  for (const name of BY_HOLDING[holding].split(' ')) HOLDINGS.set(name, holding)

/** Domains whose directives describe what programs use. */
const DOMAIN = /^(?:py|c|cpp|js|std|http|php|rb|cmake|setuptools):/

/** What a directive holds; undefined for one that is left as it is. */
export function holdingOf(name: string): Holding | undefined {
  const known = HOLDINGS.get(name.toLowerCase())
  if (known !== undefined || !DOMAIN.test(name)) return known
  return HOLDINGS.get(name.replace(DOMAIN, '')) === undefined ? undefined : 'signature'
}

/** Options that readers see. */
export const OPTIONS: Readonly<Record<string, 'alt' | 'title'>> = { alt: 'alt', caption: 'title' }
