/** Where a document says in which language and direction it is, and how it says another one. */
import { encodeLater } from '../bytes/charset.ts'
import { type OfficeLanguage, officeLanguage } from '../bytes/direction.ts'
import { type OpenDocumentFile, readMember } from '../bytes/parts/index.ts'
import type { XmlTag } from '../bytes/xml/index.ts'
import type { Charset, Edit, Target } from '../format.ts'
import type { OdfStyles } from './styles.ts'
import { attributeSaid } from './tree.ts'

export interface LanguagePlaces {
  readonly styles: Pick<OdfStyles, 'languages' | 'directions' | 'gaps'>
  /** The language of the document in its metadata. */
  readonly said:
    | { readonly member: string; readonly charset: Charset; readonly start: number; readonly end: number }
    | undefined
  /** What runs in another direction: the columns of a sheet keep theirs, and slides their sides. */
  readonly turns: 'pages' | 'lines' | 'nothing'
}

type Changes = readonly (readonly [name: string, value: string | undefined])[]

/** The attributes for each kind of letters. */
const NAMES = {
  western: ['fo:language', 'fo:country', 'fo:script', 'style:rfc-language-tag'],
  asian: ['style:language-asian', 'style:country-asian', 'style:script-asian', 'style:rfc-language-tag-asian'],
  complex: [
    'style:language-complex',
    'style:country-complex',
    'style:script-complex',
    'style:rfc-language-tag-complex',
  ],
} as const
const NO_LANGUAGE = /^(?:zxx|none|)$/
const COUNTRY = /^[A-Z]{2}$/
const WORLD = '001'
const MODE = 'style:writing-mode'
const ALIGN = 'fo:text-align'
const LEFT = 'fo:margin-left'
const RIGHT = 'fo:margin-right'
const FROM_RIGHT = 'rl-tb'
const SIDES: ReadonlyMap<string, string> = new Map([
  ['start', 'right'],
  ['left', 'right'],
  ['end', 'left'],
  ['right', 'left'],
])

export async function placesOfLanguage(
  file: OpenDocumentFile,
  styles: OdfStyles,
  turns: LanguagePlaces['turns'],
): Promise<LanguagePlaces> {
  const member = file.archive.named('meta.xml')
  let said: LanguagePlaces['said']
  let inside = false
  if (member !== undefined) {
    for await (const { charset, nodes } of readMember(file.archive, member)) {
      for (const node of nodes) {
        if (node.kind === 'text' && inside) said = { member, charset, start: node.start, end: node.end }
        inside = node.kind === 'open' && node.name === 'dc:language'
      }
    }
  }
  return { styles, said, turns }
}

export function editsOfLanguage({ styles, said, turns }: LanguagePlaces, target: Target): Edit[] {
  const language = officeLanguage(target.language)
  const changes = changesFor(language)
  const [first] = NAMES[language.letters]
  const languages = styles.languages.flatMap(({ member, charset, tag, is_default }) => {
    const before = attributeSaid(tag, first)
    const isSaid = before !== undefined && !NO_LANGUAGE.test(before)
    return isSaid || is_default ? editOfTag(tag, changes, member, charset) : []
  })
  // What is put in front of a tag comes before it.
  const edits = [
    ...(turns === 'nothing' ? [] : editsOfDirection(styles, language.rtl, turns === 'pages')),
    ...languages,
  ]
  if (said) edits.push({ ...placeOf(said), bytes: encodeLater(target.language, said.charset) })
  return edits
}

function placeOf({ member, start, end }: NonNullable<LanguagePlaces['said']>): Pick<Edit, 'member' | 'start' | 'end'> {
  return { member, start, end }
}

/** Pages turn only where they were turned: their columns and tables stay as they are, and their margins change sides. */
function editsOfDirection({ directions, gaps }: LanguagePlaces['styles'], rtl: boolean, pages: boolean): Edit[] {
  const isTurned = directions.some(({ tag }) => attributeSaid(tag, MODE)?.startsWith('rl'))
  if (!rtl && !isTurned) return []
  const edits = directions.flatMap(({ member, charset, tag, is_default }) => {
    const isPage = tag.name === 'style:page-layout-properties'
    const mode = modeFor(attributeSaid(tag, MODE), rtl, is_default && !isPage)
    if (isPage) return !pages ? [] : editOfTag(tag, pageFor(tag, rtl, mode), member, charset)
    const align = alignFor(attributeSaid(tag, ALIGN), rtl, is_default)
    const changes: Changes = [
      ...(mode === undefined ? [] : [[MODE, mode] as const]),
      ...(align === undefined ? [] : [[ALIGN, align] as const]),
    ]
    return editOfTag(tag, changes, member, charset)
  })
  for (const { member, charset, at } of rtl ? gaps : []) {
    const raw = `<style:paragraph-properties ${ALIGN}="right" ${MODE}="${FROM_RIGHT}"/>`
    edits.push({ member, start: at, end: at, bytes: encodeLater(raw, charset) })
  }
  return edits
}

/** Drawings stand as far from where lines begin as they did: what they stand in is kept free on that side. */
function pageFor(tag: XmlTag, rtl: boolean, mode: string | undefined): Changes {
  const [left, right] = [attributeSaid(tag, LEFT), attributeSaid(tag, RIGHT)]
  const margins: Changes =
    left === undefined || right === undefined
      ? []
      : [
          [LEFT, right],
          [RIGHT, left],
        ]
  return rtl || mode === undefined ? margins : [[MODE, mode], ...margins]
}

/** What a style says instead; undefined where it stays as it is. */
function modeFor(before: string | undefined, rtl: boolean, is_default: boolean): string | undefined {
  if (!rtl) return before?.startsWith('rl') ? 'lr-tb' : undefined
  if (before === undefined) return is_default ? FROM_RIGHT : undefined
  return /^(?:lr|lr-tb|page)$/.test(before) ? FROM_RIGHT : undefined
}

/** Programs do not agree which side `start` is where lines run from the right: the side itself is written. */
function alignFor(before: string | undefined, rtl: boolean, is_default: boolean): string | undefined {
  if (!rtl) return before === 'end' || before === 'right' ? 'left' : undefined
  if (before === undefined) return is_default ? 'right' : undefined
  return SIDES.get(before)
}

function changesFor({ tag, letters }: OfficeLanguage): Changes {
  const { language, region, script } = new Intl.Locale(tag)
  const [ofLanguage, ofCountry, ofScript, ofTag] = NAMES[letters]
  // An area of the world is no country: a part of it, such as 419, is said by the whole tag alone, the whole of it (001) says nothing.
  const isArea = region !== undefined && !COUNTRY.test(region)
  const tells = script !== undefined || (isArea && region !== WORLD)
  return [
    [ofLanguage, language],
    [ofCountry, region === undefined || isArea ? 'none' : region],
    [ofScript, script],
    [ofTag, tells ? tag : undefined],
  ]
}

/** A tag with other attributes: those without a value go. */
function editOfTag(tag: XmlTag, changes: Changes, member: string, charset: Charset): Edit[] {
  let raw = tag.raw
  const close = raw.endsWith('/>') ? '/>' : '>'
  for (const [name, value] of changes) {
    const own = new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`)
    if (value === undefined) raw = raw.replace(own, '')
    else if (own.test(raw)) raw = raw.replace(own, ` ${name}="${value}"`)
    else raw = `${raw.slice(0, -close.length).trimEnd()} ${name}="${value}"${close}`
  }
  if (raw === tag.raw) return []
  return [{ member, start: tag.start, end: tag.end, bytes: encodeLater(raw, charset) }]
}
