/**
 * The programs that read the same files as we do (`reference-texts.py` asks them), family by family, and what rightly differs. An
 * explanation never says only that we left something out: the text has to show it, or its place in the file.
 */
import type { Reason, Unit } from '../../src/formats/format.ts'
import type { Explanations, Measure } from './agreement.ts'

export interface Reference extends Explanations {
  readonly family: string
  /** How `reference-texts.py` calls it. */
  readonly reader: string
  /** Of the corpus. */
  readonly folder: string
  /** The files that it is asked about, by their names. */
  readonly files: RegExp
  /** Those of them that it cannot read itself. */
  readonly refuses?: readonly string[]
  readonly measure: Measure
}

function left(reason: Reason, isShown: (unit: Unit) => boolean): (unit: Unit) => boolean {
  return unit => unit.left_out === reason && isShown(unit)
}

/** Each line has the shape: the cells of a column are one unit, a line for each. */
function shaped(shape: RegExp): (unit: Unit) => boolean {
  return ({ text }) => text.split('\n').every(line => shape.test(line))
}

function placed(place: RegExp): (unit: Unit) => boolean {
  return ({ path }) => place.test(path)
}

/** The word stands where the text of the other program has this. */
function inside(shape: RegExp): (key: string, text: string) => boolean {
  return (key, text) =>
    [...text.matchAll(shape)].some(([part]) =>
      [...part.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].some(([word]) => word === key),
    )
}

const CODES = /\{\{.*?\}\}|\{.*?\}|%[-\d.,'$#]*[a-z]|~[a-z]|<[^<>]*>|[:$]\w+/gi

/** What shows by itself that nobody translates it. */
const NO_TEXT = {
  'numbers: no two letters beside each other': left('number', shaped(/^(?:\P{L}|\p{L}(?!\p{L}))*$/u)),
  'addresses: a dot, no blank': left('url', shaped(/^\S+\.\S+$|^$/)),
  'identifiers: signs or digits inside, no blank': left(
    'identifier',
    shaped(/^\S*(?:[\d_.:/\\@#-]|[a-z][A-Z])\S*$|^$/),
  ),
  'signs alone: no letter': left('not_text', shaped(/^\P{L}*$/u)),
  'placeholders alone: no letter beside them': left(
    'placeholder_only',
    ({ text }) => !/\p{L}/u.test(text.replace(CODES, '')),
  ),
}
/** What its place in the file shows. */
const BY_KEY = {
  'identifiers: the key says it': left('identifier', placed(/\/(?:id|type|contentType|htmlId|parentHtmlId)$/)),
}
const IN_JSON = {
  'styles: declarations of CSS': left('code', shaped(/^(?:\s*[-\w]+:[^:;]+;?)+$/)),
  'metadata of ARB: below a key with @': (unit: Unit) => /^json:\/@/.test(unit.path) && unit.left_out !== undefined,
}
const IN_YAML = {
  'words that YAML 1.1 reads as true and false': left('code', shaped(/^(?:yes|no|on|off)$/i)),
  'a sign of a currency': left('code', shaped(/^[A-Z]{0,3}\p{Sc}$/u)),
}
const TWICE = { 'an alias, whose text stands once': (key: string) => key === 'Waterintheevening' }
/** The texts of the own files that an element or an attribute marks: code, hidden, in another language, `translate="no"`. */
const MARKED = new Set([
  ...['water(plant)', 'Helianthus annuus', 'plant(rose)\nwater(rose)', 'Nobody sees this'],
  'Il faut cultiver notre jardin.',
])
const BY_MARK = { 'marked by its element': ({ text }: Unit) => MARKED.has(text) }

export const REFERENCES: readonly Reference[] = [
  { family: 'PO', reader: 'gettext', folder: 'po', files: /./, measure: 'texts', leftOut: NO_TEXT },
  {
    ...{ family: 'PO', reader: 'pypo', folder: 'po', files: /./, measure: 'texts', leftOut: NO_TEXT },
    refuses: ['Test05.po'],
  },
  {
    ...{ family: 'XLIFF 1.2', reader: 'xliff', folder: 'xliff', files: /^(?!garden-2\.0|comprehensive)/ },
    ...{ measure: 'texts', leftOut: NO_TEXT },
  },
  {
    ...{ family: 'XLIFF 2', reader: 'xliff2', folder: 'xliff', files: /^(?:garden-2\.0|comprehensive)/ },
    ...{ measure: 'texts', leftOut: NO_TEXT },
  },
  {
    ...{ family: 'JSON', reader: 'json', folder: 'json', files: /^(?!n_)/, measure: 'texts' },
    leftOut: { ...NO_TEXT, ...BY_KEY, ...IN_JSON },
  },
  { family: 'ARB', reader: 'arb', folder: 'json', files: /\.arb\.json$/, measure: 'texts' },
  {
    ...{ family: 'YAML', reader: 'yaml', folder: 'yaml', files: /./, measure: 'texts' },
    leftOut: { ...NO_TEXT, ...BY_KEY, ...IN_YAML },
    theirs: TWICE,
    refuses: ['big_config.yml', 'folded_literal_examples.yml'],
  },
  {
    ...{ family: 'YAML', reader: 'ruamel', folder: 'yaml', files: /./, measure: 'texts' },
    leftOut: { ...NO_TEXT, ...BY_KEY, ...IN_YAML },
    theirs: TWICE,
  },
  {
    ...{ family: 'CSV', reader: 'csv', folder: 'csv', files: /./, measure: 'texts' },
    leftOut: { ...NO_TEXT, 'headings: in the first row': left('key', placed(/\/row\[[12]\]$/)) },
  },
  {
    ...{ family: 'Android', reader: 'android', folder: 'xml', files: /^strings/, measure: 'texts', leftOut: NO_TEXT },
    ours: {
      'arrays, which the Toolkit does not read': ({ path }) => path.startsWith('android:array/'),
      'plural forms that English does not have': ({ path }) => path.endsWith('[zero]'),
    },
  },
  {
    ...{ family: 'XML', reader: 'etree', folder: 'xml', files: /^(?!strings)/, measure: 'words' },
    leftOut: { ...NO_TEXT, ...BY_MARK },
  },
  {
    ...{ family: 'XML', reader: 'itstool', folder: 'xml', files: /^(?!strings)/, measure: 'distinct words' },
    leftOut: { ...NO_TEXT, ...BY_MARK },
    ours: {
      'chosen by rules of ITS, which we do not follow': ({ text }, file) =>
        file === 'TestMultiLang.xml' && /verbatim|un-translatable|Tolkein|Pippin/.test(text),
    },
  },
  {
    ...{ family: 'HTML', reader: 'html', folder: 'html', files: /./, measure: 'words' },
    leftOut: { ...NO_TEXT, ...BY_MARK },
    theirs: {
      'the language of the page': (key, text) => key === text && /^[a-z]{2}$/.test(key),
      'marked as code inside a text': inside(/<(?:code|kbd|span translate="no")>[^<]*/g),
    },
  },
  {
    ...{ family: 'HTML', reader: 'okapi', folder: 'html', files: /^(?:France|burlington|simple)/, measure: 'texts' },
    leftOut: NO_TEXT,
    theirs: {
      'values of fields that nobody sees': key => /^(?:un)?subscribe$/.test(key),
      'the second of two alt in a tag': key => key === 'b',
    },
  },
  { family: 'subtitles', reader: 'aeidon', folder: 'subtitles', files: /./, measure: 'texts' },
  {
    ...{ family: 'text', reader: 'txt', folder: 'txt', files: /\.txt$/, measure: 'words', leftOut: NO_TEXT },
    theirs: {
      'marks in front of a line': inside(/^\s*(?:\d{1,2}|[a-z])[.)]/gm),
    },
  },
  {
    ...{ family: 'Markdown', reader: 'markdown-it', folder: 'md', files: /./, measure: 'words' },
    leftOut: NO_TEXT,
    theirs: {
      'addresses inside a text': inside(/https?:\/\/\S+|\S+@\S+\.\w+/g),
      'signs of dialects': inside(/\[(?:x|!\w+)\]|^:::\s?\w+|\{#[\w-]+\}|\{\{\w+\}\}|:\w+:/g),
    },
    ours: { 'front matter, which is no Markdown': ({ path }) => path.startsWith('md:/front-matter/') },
  },
]
