/** The configurations of i18next-cli and i18next-parser, read as text. */
import { LOCALE_SLOT } from '../pattern.ts'
import { withoutComments, writtenString, writtenStrings } from './code-text.ts'
import type { ConfigurationReader, Configured } from './configuration.ts'

interface Manner {
  readonly locale: RegExp
  readonly namespace: RegExp
  /** The field that says the source; without it the first of the languages is. Absent: nothing says it. */
  readonly primary?: string
}

const CLI: Manner = {
  locale: /\{\{(?:language|lng)\}\}/g,
  namespace: /\{\{(?:namespace|ns)\}\}/g,
  primary: 'primaryLanguage',
}
const PARSER: Manner = { locale: /\$LOCALE/g, namespace: /\$NAMESPACE/g }

export const i18nextCli: ConfigurationReader = {
  by: 'i18next-cli',
  file: /^i18next\.config\.(?:[cm]?[jt]s|json)$/,
  read: (text, name) => configured(text, name, CLI),
}

export const i18nextParser: ConfigurationReader = {
  by: 'i18next-parser',
  file: /^(?:i18next-parser\.config\.(?:[cm]?[jt]s|json)|\.i18next-parserrc(?:\.\w+)?)$/,
  read: (text, name) => configured(text, name, PARSER),
}

function configured(text: string, name: string, { locale, namespace, primary }: Manner): Configured {
  const code = withoutComments(text)
  const output = writtenString(code, 'output')
  const locales = writtenStrings(code, 'locales')
  const first = primary === undefined ? { is: 'absent' as const } : writtenString(code, primary)
  const path = output.is === 'written' ? output.value.replaceAll(locale, LOCALE_SLOT).replaceAll(namespace, '*') : ''
  const isUsable = path.includes(LOCALE_SLOT) && !/\{\{|\$[A-Z]/.test(path)
  const languages = locales.is === 'written' && locales.value.length > 0 ? locales.value : undefined
  const source = first.is === 'written' ? first.value : primary === undefined ? undefined : languages?.[0]
  return {
    include: isUsable ? [path] : [],
    source,
    targets: languages,
    notes: [
      ...(isUsable
        ? []
        : [
            `${name} does not write out where its files lie (output), and it is not run: nothing of its paths is taken.`,
          ]),
      ...(languages === undefined
        ? [
            `${name} does not write out its languages (locales), and it is not run: they are those that the files are in.`,
          ]
        : []),
      ...(first.is === 'computed'
        ? [`${name} computes ${primary}, and is not run: look whether the source language is right.`]
        : []),
    ],
  }
}
