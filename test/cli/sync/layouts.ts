/** Locale files as four kinds of projects have them, made for a number of texts. */

/** A text of the source file, under a key of two parts. */
export interface Entry {
  readonly section: string
  readonly name: string
  readonly text: string
  readonly note?: string | undefined
}

export interface Layout {
  /** What the project file has in `files.include`. */
  readonly include: string | { readonly source: string; readonly target: string }
  readonly source: string
  readonly target: (language: string) => string
  /** The source file. */
  readonly write: (entries: readonly Entry[]) => string
  /** A key as people write it. */
  readonly key: (entry: Pick<Entry, 'section' | 'name' | 'text'>) => string
  /** Whether the text itself is the key: where it changes, it is another. */
  readonly text_is_key: boolean
  readonly notes: boolean
}

const dotted = ({ section, name }: Pick<Entry, 'section' | 'name' | 'text'>) => `${section}.${name}`

/** The entries section by section, in their order. */
function bySection(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  const sections = new Map<string, Entry[]>()
  for (const entry of entries) sections.set(entry.section, [...(sections.get(entry.section) ?? []), entry])
  return sections
}

/** i18next: nested objects; every section has a plural beside its texts. */
function json(entries: readonly Entry[]): string {
  const sections = [...bySection(entries)].map(([section, own]) => {
    const plural = { items_one: `{{count}} item of ${section}`, items_other: `{{count}} items of ${section}` }
    return [section, { ...Object.fromEntries(own.map(({ name, text }) => [name, text])), ...plural }]
  })
  return `${JSON.stringify(Object.fromEntries(sections), null, 2)}\n`
}

/** Rails: one root key, which is the language; every section has a plural beside its texts. */
function yaml(entries: readonly Entry[]): string {
  const sections = [...bySection(entries)].map(([section, own]) => {
    const texts = own.map(({ name, text, note }) => `${note ? `    # ${note}\n` : ''}    ${name}: "${text}"\n`)
    const plural = `    items:\n      one: "%{count} item of ${section}"\n      other: "%{count} items of ${section}"\n`
    return `  ${section}:\n${texts.join('')}${plural}`
  })
  return `en:\n${sections.join('')}`
}

const PO_HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'

/** A template of gettext: the text is the key, and its section the context. */
function template(entries: readonly Entry[]): string {
  const texts = entries.map(
    ({ section, text, note }) => `\n${note ? `#. ${note}\n` : ''}msgctxt "${section}"\nmsgid "${text}"\nmsgstr ""\n`,
  )
  return PO_HEADER + texts.join('')
}

/** A catalogue of gettext with keys in the place of texts, which stand in the file of the source language. */
function keyed(entries: readonly Entry[]): string {
  const texts = entries.map(
    entry => `\n${entry.note ? `#. ${entry.note}\n` : ''}msgid "${dotted(entry)}"\nmsgstr "${entry.text}"\n`,
  )
  return `${PO_HEADER.replace(/\n$/, '\n"Language: en\\n"\n')}${texts.join('')}`
}

/** Resources of Android, with a plural for each section. */
function android(entries: readonly Entry[]): string {
  const sections = [...bySection(entries)].map(([section, own]) => {
    const texts = own.map(
      ({ name, text, note }) =>
        `${note ? `    <!-- ${note} -->\n` : ''}    <string name="${section}_${name}">${text}</string>\n`,
    )
    const forms = ['one', 'other'].map(form => `        <item quantity="${form}">%d ${form} of ${section}</item>\n`)
    return `${texts.join('')}    <plurals name="${section}_items">\n${forms.join('')}    </plurals>\n`
  })
  return `<?xml version="1.0" encoding="utf-8"?>\n<resources>\n${sections.join('')}</resources>\n`
}

export const LAYOUTS = {
  'JSON of i18next': {
    include: 'locales/[locale].json',
    source: 'locales/en.json',
    target: language => `locales/${language}.json`,
    write: json,
    key: dotted,
    text_is_key: false,
    notes: false,
  },
  'YAML of Rails': {
    include: 'config/locales/[locale].yml',
    source: 'config/locales/en.yml',
    target: language => `config/locales/${language}.yml`,
    write: yaml,
    key: dotted,
    text_is_key: false,
    notes: true,
  },
  'PO from a template': {
    include: { source: 'po/app.pot', target: 'po/[locale].po' },
    source: 'po/app.pot',
    target: language => `po/${language}.po`,
    write: template,
    key: ({ section, text }) => `${section}|${text}`,
    text_is_key: true,
    notes: true,
  },
  'PO with keys': {
    include: 'po/[locale].po',
    source: 'po/en.po',
    target: language => `po/${language}.po`,
    write: keyed,
    key: dotted,
    text_is_key: false,
    notes: true,
  },
  'resources of Android': {
    include: { source: 'res/values/strings.xml', target: 'res/values-[locale]/strings.xml' },
    source: 'res/values/strings.xml',
    target: language => `res/values-${language}/strings.xml`,
    write: android,
    key: ({ section, name }) => `${section}_${name}`,
    text_is_key: false,
    notes: true,
  },
} as const satisfies Readonly<Record<string, Layout>>

const PER_SECTION = 18

/** So many sections with 18 texts each; with a plural of two forms a section has 20. */
export function entriesFor(sections: number): Entry[] {
  return Array.from({ length: sections * PER_SECTION }, (_, at) => {
    const [section, name] = [`part${Math.floor(at / PER_SECTION)}`, `text${at % PER_SECTION}`]
    return { section, name, text: `Of ${section} this is ${name} for you`, note: `Shown in ${section}` }
  })
}
