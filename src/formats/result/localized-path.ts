import { playTagOf, stemOf } from '../../contract/formats.ts'
import { gettextName, likeliestTag, sameTag } from '../../contract/language-tags.ts'
import { inStyleOf } from '../content/language-tag.ts'
import { folderSign, inGettext } from './layouts.ts'

/** Language tags at the end of file names, the longest first: `sr@latin`; `zh-hant-tw`; `pt_BR` or `zh_Hant`; `en`. */
const ENDINGS = [
  /^(.*[._ -]|)([a-z]{2,3}@[a-z]{5,10})$/i,
  /^(.*[._ -]|)([a-z]{2,3}[-_][a-z]{4}[-_](?:[a-z]{2}|\d{3}))$/i,
  /^(.*[._ -]|)([a-z]{2,3}[-_](?:[a-z]{4}|[a-z]{2}|\d{3}))$/i,
  /^(.*[._ -]|)([a-z]{2,3})$/i,
]
/** A tag with a region at the beginning of a name, as Joomla has them: `en-GB.com_content`. */
const BEGINNING = /^([a-z]{2,3}[-_][a-z]{2})(\..+)$/i
/** Words that are also the tags of languages: as a folder or at the end of a longer name they are more likely words. */
const WORDS: ReadonlySet<string> = new Set('am as be he hi id is it my no or so to'.split(' '))

/** What tells which part of a name is the tag that a translation replaces. */
interface Known {
  /** A BCP 47 tag. */
  readonly target: string
  /** The language the file is in; without it, only names that say nothing but a language are taken for tags. */
  readonly source: string | undefined
  /** The language that a folder says, which its name may say again. */
  readonly folder?: string | undefined
  /** True where the file holds the translation beside the source: a tag in its name is of the translation then, whatever it is. */
  readonly bilingual: boolean
}

/** A part of a path for the new language. `fills`: it said that language before. */
interface Renamed {
  readonly name: string
  readonly fills: boolean
}

/**
 * The path of a translated file. Where a folder or the name of the file says the source language, the new one takes its place in the same
 * style: `locales/en/common.json` becomes `locales/de/common.json`, `strings_en.po` becomes `strings_pt_BR.po`, `values/strings.xml` becomes
 * `values-de/strings.xml`, and the template `app.pot` becomes `de.po`. In a folder of languages it takes the place of any other, too.
 * Otherwise the tag goes before the extension: `menu.json` becomes `menu.de.json`.
 *
 * The result is another path than the original's, but for a file that holds its translation beside the source and is named after the
 * target: `de.po` in German is `de.po`.
 *
 * @param path from a folder that no translation leaves, with `/` between names
 */
export function pathFor(path: string, known: Known): string {
  const folders = path.split('/')
  const file = folders.pop() ?? ''
  const moved = inFolders(folders, file, known)
  const { name, fills } = renamed(file, { ...known, folder: moved?.tag }, moved !== undefined)
  const made = [...(moved?.names ?? folders), name].join('/')
  const isOriginal = made.toLowerCase() === path.toLowerCase()
  if (isOriginal && known.bilingual && (fills || moved?.fills === true)) return path
  return isOriginal ? [...folders, beside(file, known.target)].join('/') : made
}

/** The folders with the nearest one that says the language renamed; undefined where none does. */
function inFolders(folders: readonly string[], file: string, known: Known) {
  for (let at = folders.length - 1; at >= 0; at -= 1) {
    const sign = folderSign(folders, at, file)
    if (sign === undefined) continue
    const { tag, sure, as } = sign
    const fills = tag !== undefined && isOf(tag, known.target)
    if (known.bilingual && fills) return { names: folders, fills, tag }
    // Beside the folders of other languages it stands for its own, whatever its text turned out to be in.
    const isSlot = known.bilingual || (!fills && OF_LANGUAGES_ALONE.test(folders[at - 1] ?? ''))
    const isTag = sure || isSource(tag ?? '', known) || (isSlot && isLanguage(tag ?? '') && !WORDS.has(tag ?? ''))
    if (isTag) return { names: folders.with(at, as(known.target)), fills: false, tag }
  }
  return undefined
}

/** The name of the file in the new language. `moved`: a folder says that language already, so the name needs no tag. */
function renamed(file: string, known: Known, moved: boolean): Renamed {
  if (moved && playTagOf(file) === '') return { name: file, fills: false }
  if (playTagOf(file) !== undefined) return { name: playName(file, known.target), fills: false }
  const stem = stemOf(file)
  const written = file.slice(stem.length)
  // What is made from a template is a catalogue.
  const isTemplate = /^\.pot$/i.test(written)
  const extension = isTemplate ? written.slice(0, -1) : written
  const tagged = withTag(stem, /^\.po$/i.test(extension), known)
  if (tagged !== undefined) return { name: `${tagged.name}${extension}`, fills: tagged.fills }
  const [, first = '', rest = ''] = BEGINNING.exec(stem) ?? []
  if (isSource(first, known)) return { name: `${inStyleOf(first, known.target, '-')}${rest}${extension}`, fills: false }
  if (moved) return { name: `${stem}${extension}`, fills: false }
  return { name: isTemplate ? `${inGettext('', known.target)}${extension}` : beside(file, known.target), fills: false }
}

function beside(file: string, target: string): string {
  if (playTagOf(file) !== undefined) return playName(file, target)
  const stem = stemOf(file)
  const written = file.slice(stem.length)
  // Java and Qt find no other: messages_pt_BR.properties, app_pt_BR.ts.
  const isJoined = /\.(?:properties|ts)$/i.test(file)
  return isJoined ? `${stem}_${target.replaceAll('-', '_')}${written}` : `${stem}.${target}${written}`
}

/** Play finds `messages.de`, whatever the language of the source. What would be the source itself, or no such name, says at least what it is. */
function playName(file: string, target: string): string {
  const name = `messages.${inStyleOf(playTagOf(file) ?? '', target)}`
  return name === file || playTagOf(name) === undefined ? `${file}.${target}.messages` : name
}

/** Folders that hold nothing but one for each language, and those that often do: `docs/ml` may be about machine learning. */
const OF_LANGUAGES_ALONE = /^(?:locales?|i18n|l10n|lang|langs|languages?|translations?|_locales)$/i
const OF_LANGUAGES = /^(?:locales?|i18n|l10n|lang|langs|languages?|translations?|messages|intl|content|docs|_locales)$/i

/** What folders say of a language: its tag as they write it, with `-`. Where it is not `sure`, `ml` may be machine learning. */
interface FolderLanguage {
  readonly tag: string
  readonly sure: boolean
}

/**
 * The language that the folders of a file say it is in; undefined where none does. A folder of two letters may be anything, so one counts only
 * around the file itself, or in a folder for languages.
 */
export function languageOfFolders(path: string): FolderLanguage | undefined {
  const folders = path.split(/[\\/]/)
  const file = folders.pop() ?? ''
  for (let at = folders.length - 1; at >= 0; at -= 1) {
    const { tag, sure = false } = folderSign(folders, at, file) ?? {}
    if (tag === undefined || !isLanguage(tag) || (!sure && WORDS.has(tag))) continue
    const before = folders[at - 1] ?? ''
    const isNear = at === folders.length - 1 || OF_LANGUAGES.test(before)
    if (sure || isNear) return { tag, sure: sure || OF_LANGUAGES_ALONE.test(before) }
  }
  return undefined
}

/** So many folders above a file say something about it. */
const NEAR = 6

/**
 * The language that a place says, where that is another one than `target`: its name, else the nearest folder that is for nothing but a
 * language. Undefined where it says none, or where its name or a folder says `target`, too. With `-`.
 */
export function languageBeside(path: string, target: string, bilingual: boolean): string | undefined {
  const folders = path.split(/[\\/]/).slice(-NEAR)
  const file = folders.pop() ?? ''
  const isTarget = (tag: string) => isOf(tag, target) || sameLanguage(tag, target)
  const named = playTagOf(file) || tagAtEnd(stemOf(file), bilingual)
  const tags = folders.flatMap((_, at) => folderSign(folders, at, file)?.tag ?? [])
  if ([...tags, ...(named === undefined ? [] : [named])].some(isTarget)) return undefined
  const around = languageOfFolders([...folders, file].join('/'))
  return named?.replaceAll('_', '-') ?? (around?.sure ? around.tag : undefined)
}

/** The language tag that a stem ends in. A word counts only as the whole name of a catalogue. */
function tagAtEnd(stem: string, bilingual: boolean): string | undefined {
  for (const ending of ENDINGS) {
    const [, before = '', written = ''] = ending.exec(stem) ?? []
    const isWord = WORDS.has(written.toLowerCase().split(/[-_]/, 1)[0] ?? '') && !(bilingual && before === '')
    if (written !== '' && isLanguage(written) && !isWord) return written
  }
  return undefined
}

/** True for one language in one script, wherever it is spoken. */
function sameLanguage(one: string, other: string): boolean {
  const spoken = (tag: string) => likeliestTag(tag).split('-', 2).join('-')
  return spoken(one) === spoken(other)
}

/** The stem with the new tag in place of the one that it ends in; undefined where it ends in none that is replaced. */
function withTag(stem: string, isCatalogue: boolean, known: Known): Renamed | undefined {
  for (const ending of ENDINGS) {
    const [, before = '', written = ''] = ending.exec(stem) ?? []
    if (written === '') continue
    const separator = isCatalogue ? '_' : '-'
    const mark = before === '' ? separator : before.endsWith('_') ? '_' : '-'
    const tag = isCatalogue ? inGettext(written, known.target) : inStyleOf(written, known.target, mark)
    const replaced = { name: before + tag, fills: false }
    if (known.bilingual && isOf(written, known.target)) return { name: stem, fills: true }
    if (isSource(written, known)) return replaced
    if (known.bilingual && isLanguage(written) && (before === '' || !WORDS.has(written))) return replaced
    // The same language of another region: `pt-PT` is not the tag of a source in pt-BR.
    if (isSame(written, known.source?.split('-', 1)[0] ?? '')) return undefined
  }
  return undefined
}

/** True for the target, also with its usual region: `de_DE` for German. `pt` alone is not Brazilian. */
function isOf(written: string, target: string): boolean {
  if (written.replaceAll('-', '_') === gettextName(target)) return true
  return written.length >= target.length && sameTag(written, target)
}

function isSource(written: string, { source, folder }: Known): boolean {
  const isOne = (tag: string | undefined) => tag !== undefined && (isSame(written, tag) || sameTag(written, tag))
  return written !== '' && (isOne(source) || isOne(folder))
}

/** True for `en-US` and `en`, in either order; false for `pt-BR` and `pt-PT`. */
function isSame(written: string, source: string): boolean {
  const [one, other] = [written.replaceAll('_', '-').toLowerCase(), source.toLowerCase()]
  return one === other || one.startsWith(`${other}-`) || other.startsWith(`${one}-`)
}

let names: Intl.DisplayNames | undefined

/** True for the tag of a language that has a name. Three letters alone are rather a word: `app.po`. */
function isLanguage(written: string): boolean {
  if (/^[a-z]{3}$/i.test(written)) return false
  names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  try {
    return names.of(written.replaceAll('_', '-').replace(/@.*/, '')) !== undefined
  } catch {
    return false
  }
}
