import * as z from 'zod'
import { withCodes } from '../../contract/hidden.ts'
import { sameTag } from '../../contract/language-tags.ts'
import { holdsLanguages } from './file-pair.ts'
import { globFlaw, hasOtherWildcards, LOCALE_MARK, wildcardsOf } from './glob.ts'
import { canonicalLocale } from './locale-names.ts'
import type { ProjectErrorCode } from './project-error.ts'

/** The name of the committed file that says which files of a folder are kept in which languages. */
export const PROJECT_FILE = 'translation-mcp.json'

interface Flaw {
  readonly code: ProjectErrorCode
  readonly words: string
}

/** A text that is refused, with a code of ours, where `flawIn` finds something. */
function textWithout(flawIn: (text: string) => Flaw | undefined) {
  return z.string().check(context => {
    const flaw = flawIn(context.value)
    if (flaw === undefined) return
    const { code, words } = flaw
    context.issues.push({ code: 'custom', input: context.value, message: words, params: { code } })
  })
}

const Tag = textWithout(tag => {
  if (canonicalLocale(tag) !== undefined) return undefined
  const dashed = canonicalLocale(tag.replaceAll('_', '-'))
  const instead = dashed === undefined ? 'such as "de" or "pt-BR"' : `such as "${dashed}"`
  return { code: 'bad_tag', words: `${inQuotes(tag)} is no BCP 47 language tag, ${instead}.` }
})

const flawOfGlob = (glob: string): Flaw | undefined => {
  const flaw = globFlaw(glob)
  return flaw && { code: flaw.code, words: `The glob ${inQuotes(glob)} ${flaw.words}.` }
}

const AnyGlob = textWithout(flawOfGlob)

const LocaleGlob = textWithout(
  glob =>
    flawOfGlob(glob) ??
    (glob.includes(LOCALE_MARK) || holdsLanguages(glob)
      ? undefined
      : {
          code: 'no_locale_in_glob',
          words: `The glob ${inQuotes(glob)} has no ${LOCALE_MARK}, which stands for the language in the path. Where the path of the source has none, write { "source": …, "target": … }.`,
        }),
)

/** Files whose source has no language in its path. */
const SourceAndTarget = z
  .strictObject({
    source: AnyGlob.describe('The source files, without [locale]: "res/values/strings.xml", "docs/**/*.md".'),
    target: LocaleGlob.describe(
      'The translated files, with [locale] and the same * and ** as the source, in the same order: "res/values-[locale]/strings.xml".',
    ),
  })
  .check(context => {
    const { source, target } = context.value
    const words = flawOfRule(source, target)
    if (words === undefined) return
    context.issues.push({ code: 'custom', input: context.value, message: words, params: { code: 'bad_glob' } })
  })

function flawOfRule(source: string, target: string): string | undefined {
  if (source.includes(LOCALE_MARK))
    return `The source ${inQuotes(source)} has ${LOCALE_MARK}: write the target alone, as one glob.`
  const other = [source, target].find(hasOtherWildcards)
  if (other !== undefined)
    return `The glob ${inQuotes(other)} has another wildcard than * and **, the only ones of a source with its target.`
  const same = wildcardsOf(source).join(' ') === wildcardsOf(target).join(' ')
  return same ? undefined : `${inQuotes(source)} and ${inQuotes(target)} have not the same * and ** in the same order.`
}

const Files = z.strictObject({
  include: z
    .array(z.union([LocaleGlob, SourceAndTarget]))
    .min(1)
    .describe(
      'Globs with [locale] in the place of the language: "locales/[locale]/**/*.json", "app/[locale].po"; without it for files that hold all languages: "App/**/*.xcstrings". Of several that match a file, the first holds.',
    ),
  exclude: z
    .array(AnyGlob)
    .optional()
    .describe('Globs of files that are left out: sources, or single translations. [locale] is any language.'),
})

const KeyGlobs = z.array(z.string().min(1))

const Keys = z.strictObject({
  skip: KeyGlobs.optional().describe('Not translated, and left alone in translated files.'),
  keep: KeyGlobs.optional().describe('Not translated: translated files get the text of the source as it is.'),
  preserve: KeyGlobs.optional().describe(
    'Translated once, and never changed after that, even when the source changes.',
  ),
})

const Path = textWithout(path => {
  const flaw = globFlaw(path)
  if (flaw !== undefined) return { code: flaw.code, words: `The path ${inQuotes(path)} ${flaw.words}.` }
  return undefined
})

const wishes = {
  instruction: z.string().optional().describe('Tone and audience, in plain words.'),
  glossary: Path.optional().describe('The path of a glossary, from the folder of this file.'),
  reference: Tag.optional().describe('A language whose present translation goes along as context.'),
}
const ForTarget = z.strictObject(wishes)

const NAME_IN_PATHS = /^[^/\\*?[\]{}:"<>|]+$/

const LocaleName = textWithout(name => {
  if (NAME_IN_PATHS.test(name) && !/^\.+$/.test(name) && globFlaw(name) === undefined) return undefined
  return { code: 'bad_locale_name', words: `${inQuotes(name)} can be no part of the name of a file.` }
})

export const ProjectFileSchema = z
  .strictObject({
    $schema: z.string().optional().describe('The schema of this file, for editors.'),
    source: Tag.optional().describe('The language that the source files are in: "en".'),
    targets: z.array(Tag).optional().describe('The languages to translate into: ["de", "pt-BR"].'),
    files: Files.optional().describe('Which files belong to the project. Not inherited.'),
    locales: z
      .record(Tag, LocaleName)
      .optional()
      .describe('What paths write for a language where that is not its tag: { "pt-BR": "pt" }.'),
    keys: Keys.optional().describe('Globs over the keys in files, with dots between their parts: "brand.*", "**.url".'),
    code_context: z
      .boolean()
      .optional()
      .describe(
        'Whether up to two lines of source code that use a text go to the engine with it. On unless it is false.',
      ),
    ...wishes,
    by_target: z
      .record(Tag, ForTarget)
      .optional()
      .describe('The same for one language, in place of what holds for all.'),
  })
  .check(context => {
    for (const { words, code, path } of flawsOfTags(context.value))
      context.issues.push({ code: 'custom', input: context.value, message: words, params: { code }, path: [...path] })
  })
  .meta({ title: 'Project file of translation-mcp', allowComments: true, allowTrailingCommas: true })

/** What a project file says. */
export type ProjectFile = z.output<typeof ProjectFileSchema>
export type IncludeEntry = NonNullable<ProjectFile['files']>['include'][number]
export type TargetWishes = z.output<typeof ForTarget>

/** The keys that each object of the file may have, by a pattern of its path. */
export const KEYS_BY_PATH: readonly { readonly path: RegExp; readonly keys: readonly string[] }[] = [
  { path: /^$/, keys: Object.keys(ProjectFileSchema.shape) },
  { path: /^files$/, keys: Object.keys(Files.shape) },
  { path: /^files\.include\./, keys: Object.keys(SourceAndTarget.shape) },
  { path: /^keys$/, keys: Object.keys(Keys.shape) },
  { path: /^by_target\./, keys: Object.keys(wishes) },
]

interface FlawAt extends Flaw {
  readonly path: readonly (string | number)[]
}

type Languages = Pick<ProjectFile, 'source' | 'targets' | 'locales' | 'by_target'>

/** What is wrong with the languages of a project as a whole. Their tags are good. */
export function flawsOfTags({ source, targets = [], locales = {}, by_target = {} }: Languages): readonly FlawAt[] {
  const same = targets.findIndex(tag => source !== undefined && sameTag(tag, source))
  const among = same < 0 ? [] : [amongTargets(source ?? '', targets[same] ?? '', same)]
  const lists = { targets, locales: Object.keys(locales), by_target: Object.keys(by_target) }
  const twice = Object.entries(lists).flatMap(([name, tags]) => {
    const canonical = tags.map(tag => canonicalLocale(tag))
    const at = canonical.findIndex((tag, index) => canonical.indexOf(tag) < index)
    if (at < 0) return []
    const path = [name, name === 'targets' ? at : (tags[at] ?? '')]
    return [{ code: 'tag_twice' as const, words: `${inQuotes(tags[at] ?? '')} is there twice.`, path }]
  })
  return [...among, ...twice, ...nameTwice(locales)]
}

function amongTargets(source: string, target: string, at: number): FlawAt {
  const words =
    canonicalLocale(source) === canonicalLocale(target)
      ? `The source language ${inQuotes(source)} is among the targets.`
      : `The target ${inQuotes(target)} is the same language as the source ${inQuotes(source)}. Name the variety of each, such as "pt-PT" and "pt-BR".`
  return { code: 'source_among_targets', words, path: ['targets', at] }
}

function nameTwice(locales: Readonly<Record<string, string>>): readonly FlawAt[] {
  const entries = Object.entries(locales)
  const found = entries.find(([, name], at) => entries.findIndex(([, other]) => other === name) < at)
  if (found === undefined) return []
  const words = `Paths cannot write ${inQuotes(found[1])} for two languages.`
  return [{ code: 'bad_locale_name', words, path: ['locales', found[0]] }]
}

/** A text of the file as it is inQuotes to people. */
export function inQuotes(text: string): string {
  return JSON.stringify(withCodes(text.length > 80 ? `${text.slice(0, 79)}…` : text))
}
