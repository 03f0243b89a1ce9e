/** Crowdin's `crowdin.yml`. It names no languages: those are in the project at Crowdin. Its keys and tokens are not looked at. */
import { parse } from 'yaml'
import { z } from 'zod'
import { holdsLanguages } from '../../project/file-pair.ts'
import { localeNamed } from '../locale-names.ts'
import { fitter, LOCALE_SLOT } from '../pattern.ts'
import { below, folderOf, type ProposedFiles } from '../proposal.ts'
import { type ConfigurationReader, type Configured, unplaced, unread } from './configuration.ts'

const MAPPING = z.record(z.string(), z.record(z.string(), z.coerce.string())).catch({})
const ENTRY = z.looseObject({
  source: z.string(),
  translation: z.string(),
  ignore: z.array(z.string()).catch([]),
  languages_mapping: MAPPING.optional(),
})
const FILE = z.looseObject({
  files: z.array(z.unknown()),
  base_path: z.string().catch(''),
  languages_mapping: MAPPING.optional(),
})

/** What stands for a language in a path, and a path that is written with it. */
const OF_LANGUAGE = /%(two_letters_code|locale|locale_with_underscore|android_code|osx_locale)%/g
/** A language in words or in three letters: no path of a project file has it. */
const NO_PLACE = /%(language|language_id|three_letters_code|osx_code)%/

export const crowdin: ConfigurationReader = {
  by: 'Crowdin',
  file: /^\.?crowdin\.ya?ml$/,
  read(text, name) {
    const { data } = FILE.safeParse(parsed(text))
    return data === undefined ? unread(name) : configured(data, name)
  },
}

function configured(file: z.infer<typeof FILE>, name: string): Configured {
  const entries = file.files.map(entry => ENTRY.safeParse(entry).data)
  const include: ProposedFiles[] = []
  const exclude: string[] = []
  const sources = new Set<string>()
  const names = new Map<string, string>()
  const notes = new Set<string>()
  for (const entry of entries) {
    const placed = entry === undefined ? undefined : place(entry, file.base_path)
    if (entry === undefined || placed === undefined) {
      notes.add(entryNote(entry, name))
      continue
    }
    include.push(placed.files)
    exclude.push(...entry.ignore.map(path => below(file.base_path, path.replaceAll(OF_LANGUAGE, '*'))))
    if (placed.source !== undefined) sources.add(placed.source)
    for (const [tag, called] of mapped(entry, file)) names.set(tag, called)
    for (const note of unplaced(name, entry, ENTRY_FIELDS)) notes.add(note)
  }
  if (include.length > 0) notes.add(`${name} names no languages, so the targets are those that the files are in.`)
  if (sources.size > 1) notes.add(`${name} has sources in several languages: ${[...sources].join(', ')}.`)
  return { include, exclude, source: [...sources][0], names, notes: [...notes] }
}

const ENTRY_FIELDS = {
  excluded_target_languages: 'languages that a file is not translated into',
  scheme: 'the columns of a table',
}

function entryNote(entry: z.infer<typeof ENTRY> | undefined, name: string): string {
  return entry === undefined
    ? `An entry of files in ${name} has no source or no translation, and is left out.`
    : holdsLanguages(entry.source)
      ? `${entry.source} of ${name} holds all of its languages: it is taken as it says them itself.`
      : `${entry.translation} of ${name} says its language in a way that a project file has no place for, and is left out.`
}

/** An entry as a project file has it; undefined where the path of the translation says no language that `[locale]` could stand for. */
function place(entry: z.infer<typeof ENTRY>, base: string) {
  if (NO_PLACE.test(entry.translation)) return undefined
  const source = below('', entry.source)
  const file = source.slice(source.lastIndexOf('/') + 1)
  const dot = file.lastIndexOf('.')
  const stem = dot < 0 ? file : file.slice(0, dot)
  const target = below(
    '',
    entry.translation
      .replaceAll(OF_LANGUAGE, LOCALE_SLOT)
      .replaceAll('%original_file_name%', () => file)
      .replaceAll('%file_name%', () => stem)
      .replaceAll('%file_extension%', () => (dot < 0 ? '' : file.slice(dot + 1)))
      .replaceAll('%original_path%', () => folderOf(source)),
  )
  if (!target.includes(LOCALE_SLOT) || /%\w+%/.test(target)) return undefined
  const locale = fitter(target, false)(source)?.locale
  return locale !== undefined && localeNamed(locale) !== undefined
    ? { files: below(base, target), source: locale }
    : { files: { source: below(base, source), target: below(base, target) }, source: undefined }
}

/** The names that the entry's own mapping, or that of the file, gives to what stands for the language in the entry's path. */
function mapped(entry: z.infer<typeof ENTRY>, file: z.infer<typeof FILE>): [string, string][] {
  const mapping = entry.languages_mapping ?? file.languages_mapping ?? {}
  return [...entry.translation.matchAll(OF_LANGUAGE)].flatMap(([, kind = '']) =>
    Object.entries(mapping[kind] ?? {}).flatMap(([language, called]): [string, string][] => {
      const tag = localeNamed(language)
      return tag === undefined ? [] : [[tag, called]]
    }),
  )
}

function parsed(text: string): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}
