/** Lingui's configuration, read as text: a file of its own, or the field `lingui` of package.json. */
import { LOCALE_SLOT } from '../pattern.ts'
import { allWritten, withoutComments, writtenString, writtenStrings } from './code-text.ts'
import type { ConfigurationReader, Configured } from './configuration.ts'

export const lingui: ConfigurationReader = {
  by: 'Lingui',
  file: /^(?:lingui\.config\.(?:[cm]?[jt]s|json)|\.linguirc)$/,
  read: configured,
}

export const linguiOfPackage: ConfigurationReader = {
  by: 'Lingui',
  file: /^package\.json$/,
  read(text, name) {
    const at = text.search(/"lingui"\s*:\s*\{/)
    return at < 0 ? undefined : configured(text.slice(at), name)
  },
}

/** The ending that a format of catalogues writes; catalogues have paths without it. */
const ENDINGS: readonly { readonly format: RegExp; readonly ending: string }[] = [
  { format: /\bformat["']?\s*:\s*["'](?:lingui|minimal)["']|@lingui\/format-json/, ending: '.json' },
  { format: /\bformat["']?\s*:\s*["']csv["']|@lingui\/format-csv/, ending: '.csv' },
]

function configured(text: string, name: string): Configured {
  const code = withoutComments(text)
  const locales = writtenStrings(code, 'locales')
  const source = writtenString(code, 'sourceLocale')
  const paths = allWritten(code, 'path')
  const ending = ENDINGS.find(({ format }) => format.test(code))?.ending ?? '.po'
  const include = paths.values
    .filter(path => path.includes('{locale}'))
    .map(path =>
      path
        .replace(/^<rootDir>\/?|^\//, '')
        .replaceAll('{locale}', LOCALE_SLOT)
        .replaceAll('{name}', '*'),
    )
    .map(path => `${path}${ending}`)
  const languages = locales.is === 'written' && locales.value.length > 0 ? locales.value : undefined
  return {
    include,
    source: source.is === 'written' ? source.value : undefined,
    targets: languages,
    notes: [
      ...(include.length === 0 || paths.computed
        ? [`${name} does not write out every path of its catalogues, and it is not run: look whether all are here.`]
        : []),
      ...(languages === undefined
        ? [
            `${name} does not write out its languages (locales), and it is not run: they are those that the files are in.`,
          ]
        : []),
      ...(source.is === 'computed'
        ? [`${name} computes sourceLocale, and is not run: look whether the source language is right.`]
        : []),
    ],
  }
}
