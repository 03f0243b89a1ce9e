import { playTagOf, stemOf } from '../../contract/formats.ts'
import { folderSign, languageOfFolders } from '../../formats/index.ts'
import { quoted } from '../render/data.ts'
import { listed } from '../render/list.ts'
import { counted } from '../render/numbers.ts'
import type { NamedMember, NamedTranslation } from './named-translation.ts'
import { canonicalPart, isTagOf, tagOfPart } from './path-tags.ts'
import { besideInTrees, translatedTrees } from './trees.ts'

/** What tells which files of a folder are sources. */
export interface SourceWishes {
  readonly source_language?: string | undefined
  readonly target_languages?: readonly string[] | undefined
}

/** The files of a folder that are sources, and in words what is left aside and why. */
export interface SourceFiles {
  readonly chosen: readonly string[]
  readonly aside: readonly string[]
  /** All files that are translations by their names, those that this program wrote among them. */
  readonly translations: ReadonlyMap<string, NamedTranslation>
}

/** Files that programs read as settings, whatever their format is. */
const SETTINGS =
  /^(?:package(?:-lock)?\.json|composer\.json|[jt]sconfig.*\.json|deno\.json|manifest\.json|.*\.config\.json|.*-lock\.ya?ml|(?:docker-)?compose.*\.ya?ml|pubspec\.ya?ml|mkdocs\.yml|robots\.txt|requirements.*\.txt|CMakeLists\.txt|(?:cargo|pyproject|hugo|config|theme|netlify|wrangler|rustfmt|clippy)\.toml|(?:gradle|gradle-wrapper|local|log4j2?)\.properties|php\.ini|LICENSE.*\.(?:txt|md))$/i

/**
 * Of the files with these endings most are programs. Texts are those whose place says a language: `en.ts`, alone or in a folder for languages,
 * `lang/en/auth.php`, and `app_pt_BR.ts` of Qt.
 */
const PROGRAM = /\.(?:[cm]?[jt]s|php)$/i
const OF_LANGUAGE =
  /(?:^(?:.*\/)?(?:locales?|langs?|i18n|l10n|languages?|translations?|messages)\/|^)[a-z]{2}(?:[-_][A-Za-z]{2,8})?\.\w+$/
const OF_QT = /_[a-z]{2}(?:[-_@][A-Za-z]{2,8})?\.ts$/

/** Tags of languages that sources of programs end in, too: `messages.cs` is of Play where other messages lie beside it. */
const OF_CODE: ReadonlySet<string> = new Set('am as cs el in la ml pl ps so'.split(' '))

function isProgram(name: string, files: readonly string[]): boolean {
  if (OF_CODE.has(playTagOf(name) ?? '')) {
    const folder = name.slice(0, name.lastIndexOf('/') + 1)
    const isBeside = (other: string) => other.startsWith(folder) && !other.includes('/', folder.length)
    return !files.some(other => isBeside(other) && !OF_CODE.has(playTagOf(other) ?? 'cs'))
  }
  if (!PROGRAM.test(name) || OF_LANGUAGE.test(name) || OF_QT.test(name)) return false
  return languageOfFolders(name)?.sure !== true
}

/**
 * Chooses the files to translate among those of a folder: of listed formats, no settings, no results (`isResult`), and of files that
 * differ in a language alone (`en.json` and `de.json`, `menu.json` and `menu.de.json`, `en/a.md` and `de/a.md`, `values/a.xml` and
 * `values-de/a.xml`, `app.pot` and `de.po`) the source.
 */
export function sourceFiles(
  files: readonly string[],
  wishes: SourceWishes,
  is: Judged & { readonly listed: (name: string) => boolean; readonly result: (name: string) => boolean },
): SourceFiles {
  const kept = new Set(files)
  const aside: string[] = []
  const drop = (what: string, wanted: (name: string) => boolean) => {
    const names = [...kept].filter(wanted)
    for (const name of names) kept.delete(name)
    const shown = listed(names.slice(0, SHOWN).map(name => quoted(name, 80)))
    if (names.length > 0) aside.push(`${counted(names.length, 'file')} ${what}, such as ${shown}`)
  }
  drop('of other formats', name => !is.listed(name) || isProgram(name, files))
  drop('with settings', name => SETTINGS.test(name.slice(name.lastIndexOf('/') + 1)))
  const all = translationsAmong([...kept], wishes, is)
  drop('that this server wrote', is.result)
  const translations = translationsAmong([...kept], wishes, is)
  drop('in other languages beside their sources', name => translations.has(name))
  return { chosen: [...kept], aside, translations: all }
}

/** How many files of a kind that is left aside are named. */
const SHOWN = 3

/** What is known of a file by its name. */
interface Judged {
  /** True where it holds the translation beside its source, and so can be filled itself. */
  readonly bilingual: (name: string) => boolean
}

/** Files that are translations of another one here, by their names, with `/` between folders. */
export function translationsAmong(
  files: readonly string[],
  wishes: SourceWishes,
  { bilingual }: Judged,
): ReadonlyMap<string, NamedTranslation> {
  const groups = new Map<string, NamedMember[]>()
  const known = [
    ...(wishes.target_languages ?? []),
    ...(wishes.source_language === undefined ? [] : [wishes.source_language]),
  ]
  for (const name of files) {
    for (const [template, tag] of templatesOf(name, known)) {
      groups.set(template, [...(groups.get(template) ?? []), { name, tag }])
    }
  }
  const found = new Map<string, NamedTranslation>()
  for (const members of groups.values()) {
    if (members.length < 2 || members.every(({ tag }) => tag === undefined)) continue
    const source =
      toFill(
        members.filter(({ name }) => bilingual(name)),
        wishes,
      ) ?? sourceAmong(members, wishes.source_language)
    const isOther = ({ name, tag }: NamedMember) =>
      source === undefined ? tag !== undefined && isTagOf(tag, wishes.target_languages ?? []) : name !== source.name
    for (const { name, tag } of members.filter(isOther)) if (!found.has(name)) found.set(name, { tag, source })
  }
  const trees = translatedTrees(
    files.filter(name => !bilingual(name)),
    wishes.source_language ?? 'en',
    known,
  )
  const inTrees = new Map([...trees, ...found])
  return new Map([...besideInTrees(files, inTrees), ...inTrees])
}

/** The catalogue of the only language that is asked for, where nothing but a template says the source: it keeps what is translated. */
function toFill(catalogues: readonly NamedMember[], wishes: SourceWishes): NamedMember | undefined {
  const [target, ...others] = wishes.target_languages ?? []
  const source = sourceAmong(catalogues, wishes.source_language)
  if (target === undefined || others.length > 0 || (source !== undefined && !/\.pot$/i.test(source.name)))
    return undefined
  return catalogues.find(({ tag }) => tag === canonicalPart(target))
}

/** The source of a group: in the language that was named, else without a tag, else English; undefined where nothing tells. */
function sourceAmong(members: readonly NamedMember[], source_language: string | undefined): NamedMember | undefined {
  const tagged = (language: string) =>
    members.find(({ tag }) => tag === canonicalPart(language)) ??
    members.find(({ tag }) => tag?.split('-', 1)[0] === canonicalPart(language).split('-', 1)[0])
  const named = source_language === undefined ? undefined : tagged(source_language)
  const plain = members.find(({ tag }) => tag === undefined)
  return named ?? plain ?? (source_language === undefined ? tagged('en') : undefined)
}

const STEM = /^(.*?)(?:[._ -](?=[^._ -])|^)([a-z]{2,3}(?:[-_][a-z]{4})?(?:[-_](?:[a-z]{2}|\d{3}))?)$/i

/** The names that a path would share with its translations, each with the language tag that stands there; without one for a plain name. */
function templatesOf(name: string, known: readonly string[]): [string, string | undefined][] {
  const folders = name.split('/')
  const file = folders.pop() ?? ''
  const stem = stemOf(file)
  const written = file.slice(stem.length)
  // A template is no translation, but its translations are catalogues: app.pot, de.po.
  const isTemplate = /^\.pot$/i.test(written)
  const ending = isTemplate ? written.slice(0, -1) : written
  const within = folders.flatMap((_, at): [string, string | undefined][] => {
    const sign = folderSign(folders, at, file)
    const tag = sign?.tag === undefined ? undefined : tagOfPart(sign.tag, known)
    if (sign === undefined || (tag === undefined && sign.tag !== undefined)) return []
    return [pair([...folders.with(at, sign.as('{}')), `${stem}${ending}`].join('/'), tag)]
  })
  const [, before = '', last = ''] = STEM.exec(stem) ?? []
  const tag = tagOfPart(last, known)
  const own = (plain: string) => [...folders, `${plain}{}${ending}`].join('/')
  return [
    ...within,
    [own(stem), undefined],
    ...(isTemplate ? [pair(own(''), undefined)] : []),
    ...(tag === undefined ? [] : [pair(own(before), tag)]),
  ]
}

function pair(template: string, tag: string | undefined): [string, string | undefined] {
  return [template, tag]
}
