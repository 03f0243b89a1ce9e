/** The language and the direction of runs and paragraphs, as Word has them: in a fixed order among the other properties. */
import { type OfficeLanguage, officeLanguage } from '../bytes/direction.ts'
import type { Target } from '../format.ts'
import type { Complex } from './layout.ts'

/** Of what is written in a language. */
export interface Script extends Pick<OfficeLanguage, 'tag' | 'rtl'> {
  /** Which of the three languages of a run it is. */
  readonly slot: 'val' | 'eastAsia' | 'bidi'
}

const SLOTS = { western: 'val', asian: 'eastAsia', complex: 'bidi' } as const
/** There are as many as languages that people translate into. */
const SCRIPTS = new Map<string, Script>()

export function scriptOf({ language }: Target): Script {
  const known = SCRIPTS.get(language)
  if (known) return known
  const { tag, letters, rtl } = officeLanguage(language)
  const made: Script = { tag, slot: SLOTS[letters], rtl }
  SCRIPTS.set(language, made)
  return made
}

/** The order of the properties of a run (CT_RPr), and of a paragraph (CT_PPr), up to those that are set here. */
const RUN_ORDER = orderOf(
  'rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid vanish webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang',
)
const PARAGRAPH_ORDER = orderOf(
  'pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi',
)

function orderOf(names: string): ReadonlyMap<string, number> {
  return new Map(names.split(' ').map((name, at) => [name, at]))
}

/** For each script and what is complex in it, the beginnings that were made of late, by how they were before: most are a few again and again. */
const made = new WeakMap<Script, Map<string, Map<string, string>>>()
const MOST = 1000

function madeFor(script: Script, complex: Complex): Map<string, string> {
  const key = complex.length === 0 ? '' : complex.join(' ')
  const all = made.get(script) ?? new Map<string, Map<string, string>>()
  const own = all.get(key) ?? new Map<string, string>()
  if (own.size > 0) return own
  made.set(script, all.size < MOST ? all.set(key, own) : new Map([[key, own]]))
  return own
}

/** The beginning of a run with a text in it, for a text in this language. */
export function openedIn(open: string, script: Script, complex: Complex): string {
  const all = madeFor(script, complex)
  const known = all.get(open)
  if (known !== undefined) return known
  if (all.size >= MOST) all.clear()
  const written = OPEN.exec(open)
  const result = written ? inScript(written, script, complex) : open
  all.set(open, result)
  return result
}

/** The start tag of a run, its properties, and the start tag of its text. */
const OPEN = /^(<([\w.-]+:)?r\b[^>]*>)(?:<\2?rPr\b[^>]*\/>|<\2?rPr\b[^>]*>([\s\S]*)<\/\2?rPr\s*>)?(<\2?t\b[^>]*>)$/

function inScript(written: RegExpExecArray, script: Script, complex: Complex): string {
  const [whole, run = '', prefix = '', inside = '', text = ''] = written
  const children = childrenIn(inside)
  if (!children) return whole
  const w = (name: string, attributes = ''): string => `<${prefix}${name}${attributes}/>`
  const set = (name: string, raw: string): void => placed(children, RUN_ORDER, name, raw)
  const find = (name: string): Child | undefined => children.find(child => child.local === name)
  if (script.slot === 'bidi') {
    for (const [plain, twin] of COMPLEX_TWINS) {
      const own = find(plain)
      if (own && !find(twin)) set(twin, own.raw.replace(`${prefix}${plain}`, `${prefix}${twin}`))
    }
    for (const [name, value] of complex) {
      if (!find(name)) set(name, w(name, value === undefined ? '' : ` ${prefix}val="${value}"`))
    }
  }
  if (script.rtl) set('rtl', w('rtl'))
  else remove(children, 'rtl')
  const before = find('lang')?.raw ?? w('lang')
  const attribute = new RegExp(`(\\s${prefix}${script.slot}=)(?:"[^"]*"|'[^']*')`)
  const lang = attribute.test(before)
    ? before.replace(attribute, `$1"${script.tag}"`)
    : `${beginningOf(before)} ${prefix}${script.slot}="${script.tag}"/>`
  set('lang', lang)
  return `${run}<${prefix}rPr>${children.map(({ raw }) => raw).join('')}</${prefix}rPr>${text}`
}

/** An element with nothing in it, without what ends its start tag. */
function beginningOf(raw: string): string {
  if (raw.endsWith('/>')) return raw.slice(0, -'/>'.length).trimEnd()
  const start = raw.slice(0, raw.lastIndexOf('</')).trimEnd()
  return (start.endsWith('>') ? start.slice(0, -1) : start).trimEnd()
}

/** How letters of complex scripts look is said apart. */
const COMPLEX_TWINS = [
  ['b', 'bCs'],
  ['i', 'iCs'],
  ['sz', 'szCs'],
] as const

interface Child {
  readonly local: string
  readonly raw: string
}

const CHILD = /\s*<((?:[\w.-]+:)?([\w.-]+))\b(?:[^>"']|"[^"]*"|'[^']*')*?(?:\/>|>(?:[\s\S]*?<\/\1\s*>))/y

/** The elements of properties; undefined where they are not as they should be. Those of one name are not in each other. */
function childrenIn(raw: string): Child[] | undefined {
  const children: Child[] = []
  CHILD.lastIndex = 0
  while (CHILD.lastIndex < raw.length) {
    const from = CHILD.lastIndex
    const found = CHILD.exec(raw)
    if (!found) return raw.slice(from).trim() === '' ? children : undefined
    children.push({ local: found[2] ?? '', raw: found[0] })
  }
  return children
}

function remove(children: Child[], local: string): void {
  for (let at = children.length - 1; at >= 0; at -= 1) if (children[at]?.local === local) children.splice(at, 1)
}

/** Puts a property where the schema has it: behind all that come before it. Those that the list does not name come at the end. */
function placed(children: Child[], order: ReadonlyMap<string, number>, local: string, raw: string): void {
  remove(children, local)
  const own = order.get(local) ?? 0
  const at = children.findIndex(child => (order.get(child.local) ?? Number.POSITIVE_INFINITY) > own)
  children.splice(at < 0 ? children.length : at, 0, { local, raw })
}

/** The index among the names of properties of a paragraph at which `bidi` stands. */
export function placeOfBidi(names: readonly string[]): number {
  const own = PARAGRAPH_ORDER.get('bidi') ?? 0
  const at = names.findIndex(name => (PARAGRAPH_ORDER.get(name) ?? Number.POSITIVE_INFINITY) > own)
  return at < 0 ? names.length : at
}
