/** Lingo.dev's `i18n.json`. */
import { z } from 'zod'
import { holdsLanguages } from '../../project/file-pair.ts'
import { localeNamed } from '../locale-names.ts'
import { LOCALE_SLOT } from '../pattern.ts'
import { type ConfigurationReader, type Configured, unplaced, unread } from './configuration.ts'
import { whyBucketIsLeft } from './lingo-buckets.ts'

const ITEM = z.union([
  z.string(),
  z.looseObject({ path: z.string(), delimiter: z.union([z.literal('-'), z.literal('_'), z.null()]).optional() }),
])
const BUCKET = z.looseObject({
  include: z.array(ITEM).catch([]),
  exclude: z.array(ITEM).catch([]),
  lockedKeys: z.array(z.string()).catch([]),
  ignoredKeys: z.array(z.string()).catch([]),
  preservedKeys: z.array(z.string()).catch([]),
})
const FILE = z.looseObject({
  locale: z.looseObject({ source: z.string(), targets: z.array(z.string()).catch([]) }),
  buckets: z.record(z.string(), BUCKET),
})

export const lingo: ConfigurationReader = {
  by: 'Lingo.dev',
  file: /^i18n\.json$/,
  read(text, name) {
    const json = parsed(text)
    const { data } = FILE.safeParse(json)
    // A file of translations may be called i18n.json, too.
    if (data === undefined) return json === undefined && /"buckets"/.test(text) ? unread(name) : undefined
    return configured(data, name)
  },
}

function configured({ locale, buckets }: z.infer<typeof FILE>, name: string): Configured {
  const read = Object.entries(buckets).filter(([kind]) => whyBucketIsLeft(kind) === undefined)
  const all = read.map(([, bucket]) => bucket)
  const pathOf = (item: z.infer<typeof ITEM>) => (typeof item === 'string' ? item : item.path)
  const listed = all.flatMap(({ include }) => include)
  const items = listed.filter(item => pathOf(item).includes(LOCALE_SLOT) || holdsLanguages(pathOf(item)))
  const delimiters = new Set(items.map(item => (typeof item === 'string' ? undefined : (item.delimiter ?? undefined))))
  const [delimiter] = delimiters
  const keys = (field: 'lockedKeys' | 'ignoredKeys' | 'preservedKeys') => [
    ...new Set(all.flatMap(found => found[field])),
  ]
  return {
    include: items.map(pathOf),
    exclude: all.flatMap(({ exclude }) => exclude).map(pathOf),
    source: locale.source,
    targets: locale.targets,
    names: namesWith(delimiter, [locale.source, ...locale.targets]),
    keys: { skip: keys('ignoredKeys'), keep: keys('lockedKeys'), preserve: keys('preservedKeys') },
    notes: [
      ...leftNotes(Object.keys(buckets), name),
      ...listed
        .filter(item => !items.includes(item))
        .map(
          item =>
            `${pathOf(item)} of ${name} has no ${LOCALE_SLOT} in its place, so nothing says where its translations are; it is left out.`,
        ),
      ...(delimiters.size > 1
        ? [`${name} has paths with several delimiters; a project file has one name for each language.`]
        : []),
      ...keysNote(all, name),
      ...unplaced(name, locale, { extraSource: 'a second source language' }),
      ...read.flatMap(([kind, bucket]) =>
        unplaced(`the bucket ${kind}`, bucket, {
          injectLocale: 'keys whose value is the language',
          lockedPatterns: 'patterns of text that stay as they are',
        }),
      ),
    ],
  }
}

function leftNotes(kinds: readonly string[], name: string): string[] {
  return kinds.flatMap(kind => {
    const why = whyBucketIsLeft(kind)
    return why === undefined ? [] : [`The bucket ${kind} of ${name} ${why}.`]
  })
}

/** Paths with a delimiter of their own write languages with it. */
function namesWith(delimiter: string | undefined, written: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    written.flatMap(name => {
      const tag = localeNamed(name)
      if (tag === undefined) return []
      return [[tag, delimiter === undefined ? name : name.replace(/-r(?=[A-Z]{2}$)|[-_]/g, delimiter)] as const]
    }),
  )
}

function keysNote(buckets: readonly z.infer<typeof BUCKET>[], name: string): string[] {
  const having = buckets.filter(
    ({ lockedKeys, ignoredKeys, preservedKeys }) => lockedKeys.length + ignoredKeys.length + preservedKeys.length > 0,
  )
  if (having.length === 0) return []
  const several = buckets.length > 1 ? ', and hold for all files here, not for one bucket' : ''
  return [`The keys of ${name} are taken over: locked as keep, ignored as skip, preserved as preserve${several}.`]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}
