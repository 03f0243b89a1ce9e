/** A glossary as a file: TBX-Basic of ISO 30042:2019 in DCA style, TMX 1.4, or a table. */
import type { Glossary, Term } from '../../contract/glossary.ts'
import { xmlText } from '../../service/admin/tmx.ts'
import { quotedCell } from '../exchange/cell.ts'
import type { GlossaryFormat } from './formats.ts'

type Pair = Pick<Glossary, 'source_language' | 'target_language' | 'terms'>

const WRITERS: Readonly<Record<GlossaryFormat, (glossary: Pair) => Iterable<string>>> = {
  tbx,
  csv: glossary => table(glossary, ','),
  tsv: glossary => table(glossary, '\t'),
  tmx,
}

/** The file, in pieces. What XML cannot have is U+FFFD in TBX and TMX. */
export function glossaryAs(format: GlossaryFormat, glossary: Pair): Iterable<string> {
  return WRITERS[format](glossary)
}

function* tbx({ source_language, target_language, terms }: Pair): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<tbx type="TBX-Basic" style="dca" xml:lang="${xmlText(source_language)}" xmlns="urn:iso:std:iso:30042:ed-2">
<tbxHeader><fileDesc><sourceDesc><p>Exported by translation-mcp</p></sourceDesc></fileDesc></tbxHeader>
<text><body>
`
  const section = (language: string, text: string) =>
    `<langSec xml:lang="${xmlText(language)}"><termSec><term>${xmlText(text)}</term></termSec></langSec>\n`
  for (const [at, { source, target, note, case_sensitive }] of terms.entries()) {
    yield [
      `<conceptEntry id="c${at + 1}">\n`,
      ...(case_sensitive ? ['<admin type="caseSensitive">yes</admin>\n'] : []),
      ...(note === null ? [] : [`<note>${xmlText(note)}</note>\n`]),
      section(source_language, source),
      section(target_language, target),
      '</conceptEntry>\n',
    ].join('')
  }
  yield '</body></text>\n</tbx>\n'
}

function* tmx({ source_language, target_language, terms }: Pair): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4">
<header creationtool="translation-mcp" creationtoolversion="1" segtype="phrase" o-tmf="translation-mcp" adminlang="en" srclang="${xmlText(source_language)}" datatype="plaintext"/>
<body>
`
  const variant = (language: string, text: string) =>
    `<tuv xml:lang="${xmlText(language)}"><seg>${xmlText(text)}</seg></tuv>`
  for (const { source, target, note, case_sensitive } of terms) {
    yield [
      '<tu>',
      ...(note === null ? [] : [`<note>${xmlText(note)}</note>`]),
      ...(case_sensitive ? ['<prop type="x-case-sensitive">yes</prop>'] : []),
      variant(source_language, source),
      variant(target_language, target),
      '</tu>\n',
    ].join('')
  }
  yield '</body>\n</tmx>\n'
}

/** With the columns for notes and case only if a term has something to say there. */
function* table({ source_language, target_language, terms }: Pair, delimiter: string): Generator<string> {
  const columns: readonly { readonly name: string; readonly cell: (term: Term) => string }[] = [
    { name: source_language, cell: ({ source }) => source },
    { name: target_language, cell: ({ target }) => target },
    ...(terms.some(({ note }) => note !== null) ? [{ name: 'note', cell: ({ note }: Term) => note ?? '' }] : []),
    ...(terms.some(({ case_sensitive }) => case_sensitive)
      ? [{ name: 'case_sensitive', cell: ({ case_sensitive }: Term) => String(case_sensitive) }]
      : []),
  ]
  const line = (cells: readonly string[]) => `${cells.map(quotedCell).join(delimiter)}\n`
  yield line(columns.map(({ name }) => name))
  for (const term of terms) yield line(columns.map(({ cell }) => cell(term)))
}
