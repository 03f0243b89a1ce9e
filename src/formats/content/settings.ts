/**
 * Files that programs read: their texts are found, and translated only where somebody asks for them. A format does not see the name of a
 * file, so such a file is known by its outermost members and what is right below these.
 */

/** What a member is; `given` for what may be anything. */
type Sort = 'string' | 'object' | 'list' | 'other' | 'given'
/** A sort, or what the value looks like. */
type Wanted = Sort | RegExp | readonly (Sort | RegExp)[]

/**
 * A public kind of files. Members are named by their keys: `hosting`, `hosting.public`, with `*` for any key and for the items of a list:
 * `*.hosts`, `rules.*`, `services.*.image`.
 */
export interface SettingsKind {
  /** What people call such a file. */
  readonly called: string
  /** All of these are in the file. */
  readonly all?: Readonly<Record<string, Wanted>>
  /** So many of these are, too: one, where `least` says nothing. */
  readonly some?: Readonly<Record<string, Wanted>>
  readonly least?: number
  /** Every key of the root matches. */
  readonly only?: RegExp
  /** Some member of the root is no string: flat catalogues have keys with dots, too. */
  readonly mixed?: true
  /** A catalogue may have its keys: fewer than half of its texts are of several words. */
  readonly terse?: true
  /** The keys of texts that people read; those of numbers in lists do not count. */
  readonly texts?: RegExp
}

/** Members that may be anything. */
export function given(names: string): Readonly<Record<string, 'given'>> {
  return Object.fromEntries(names.split(' ').map(name => [name, 'given' as const]))
}

/** A member of a file, at most three levels below the root. */
export interface SettingsMember {
  /** Its keys, and its numbers in lists, from the root. */
  readonly path: readonly string[]
  readonly sort: Exclude<Sort, 'given'>
  /** Of a string, and of what is written like one. */
  readonly value: string
}

/** What a file shows of itself. */
export interface SettingsFile {
  /** In the order of the file. A file shows early what it is: only the first are looked at. */
  readonly members: readonly SettingsMember[]
  readonly is_list: boolean
}

/** The first of these kinds that a file is of; undefined where it is of none. */
export function settingsKindOf(
  { members, is_list }: SettingsFile,
  kinds: readonly SettingsKind[],
): SettingsKind | undefined {
  const keys = is_list ? [] : members.flatMap(({ path }) => (path.length === 1 ? [path[0] ?? ''] : []))
  if (members.length === 0 || keys.length > MOST_KEYS) return undefined
  const named = byName(members)
  const has = ([name, wanted]: readonly [string, Wanted]): boolean =>
    named.get(name)?.some(member => [wanted].flat().some(each => isSo(member, each))) === true
  const mixed = members.some(({ path, sort }) => path.length === 1 && sort !== 'string')
  const wordy = isWordy(members)
  return kinds.find(kind => {
    const { all = {}, some = {}, only, least = Math.min(1, Object.keys(some).length) } = kind
    if ((kind.mixed && !mixed) || (kind.terse && wordy)) return false
    if (only !== undefined && (is_list || !keys.every(key => key.length < LONGEST && only.test(key)))) return false
    return Object.entries(all).every(has) && (least === 0 || Object.entries(some).filter(has).length >= least)
  })
}

function isSo({ sort, value }: SettingsMember, wanted: Sort | RegExp): boolean {
  if (typeof wanted === 'string') return wanted === 'given' || sort === wanted
  return value.length < LONGEST && wanted.test(value) && value !== ''
}

/** The members by all names that a kind may have for them. */
function byName(members: readonly SettingsMember[]): ReadonlyMap<string, readonly SettingsMember[]> {
  const named = new Map<string, SettingsMember[]>()
  for (const member of members) {
    for (const name of namesOf(member.path)) {
      const same = named.get(name)
      if (same === undefined) named.set(name, [member])
      else same.push(member)
    }
  }
  return named
}

function namesOf([first = '', second, third]: readonly string[]): readonly string[] {
  if (second === undefined) return [first]
  return third === undefined ? [`${first}.${second}`, `${first}.*`, `*.${second}`] : [`${first}.*.${third}`]
}

function isWordy(members: readonly SettingsMember[]): boolean {
  const texts = members.filter(({ sort, value }) => sort === 'string' && value !== '')
  const wordy = texts.filter(({ value }) => SEVERAL_WORDS.test(value)).length
  return wordy > 0 && wordy * 2 >= texts.length
}

const SEVERAL_WORDS = /\p{L}[\p{P}\s]*\s[\p{P}\s]*\p{L}|[^\0-\x7f]/u
/**
 * A file of no public kind that nothing is for readers in: it has numbers or switches, and each of its strings is one word in small letters,
 * a name of programs or a code. Undefined for all other files.
 */
export function configurationOf(
  strings: readonly { readonly value: string }[],
  has_others: boolean,
): SettingsKind | undefined {
  const isOne = has_others && strings.length > 0 && strings.length < MOST_STRINGS
  return isOne && strings.every(({ value }) => FOR_PROGRAMS.test(value)) ? CONFIGURATION : undefined
}

const CONFIGURATION: SettingsKind = { called: 'a configuration', texts: /./ }
const FOR_PROGRAMS = /^(?![A-Z])[!-~]{0,300}$/
const MOST_STRINGS = 500
/** The root of a file of settings has fewer members. */
const MOST_KEYS = 500
/** Longer keys and values are none that are looked for. */
const LONGEST = 300
/** How many members a format has to show. */
export const MEMBERS_SHOWN = 2000
/** How deep they may lie. */
export const MEMBERS_DEEP = 3
