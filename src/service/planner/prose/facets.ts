import { builtExtensions, COLUMN_HEADINGS, type Reason, TEXT_KINDS, traitsOf } from '../../../formats/index.ts'
import type { Pattern } from '../../domain/intent.ts'
import type { Survey } from '../../domain/survey.ts'
import type { ChosenKind } from '../choosable.ts'
import { filesCalled } from '../files-in-parcel.ts'
import { findPart } from './find-part.ts'
import { isGenericNoun, nameWords } from './part-names.ts'

/** What words can choose besides a part by its name. */
export type Facet =
  | { readonly as: 'pattern'; readonly pattern: Pattern }
  /** Text that formats leave out for this reason. */
  | { readonly as: 'reason'; readonly reason: Reason }
  /** What this format never touches. */
  | { readonly as: 'never' }

/** Words for the pieces of a document, `|` between them. */
const KIND_WORDS: Readonly<Record<ChosenKind, string>> = {
  heading:
    'heading|header|headline|title|Überschrift|Überschriften|titre|titres|título|títulos|encabezado|見出し|タイトル',
  paragraph:
    'paragraph|body|body text|running text|prose|Fließtext|Textkörper|Absatz|paragraphe|texte courant|párrafo|段落|本文',
  list: 'list|list item|bullet|bullet point|bullet list|Aufzählung|Aufzählungen|Listenpunkte|liste|puces|listes à puces|lista|viñeta|箇条書き|リスト',
  quote: 'quote|block quote|blockquote|quotation|callout|Zitat|Zitate|citation|cita|引用',
  footnote: 'footnote|Fußnote|Fußnoten|note de bas de page|notes de bas de page|nota al pie|notas al pie|脚注',
  table: 'table|table cell|Tabelle|Tabellen|tableau|tableaux|tabla|tablas|表|テーブル',
  'link title': 'link title|link titles|tooltip|Linktitel',
  'alt text':
    'alt|alt text|alternative text|image description|Alternativtexte|Bildbeschreibungen|textes alternatifs|textos alternativos|代替テキスト',
  header:
    'header|page header|footer|headers and footers|header and footer|Kopfzeile|Kopfzeilen|Fußzeile|Fußzeilen|en-tête|en-têtes|pied de page|pieds de page|pie de página|pies de página|ヘッダー|フッター',
  comment: 'comment|review comment|Kommentar|Kommentare|commentaire|commentaires|comentario|comentarios|コメント',
  'speaker note':
    'speaker note|presenter note|slide note|notes page|Sprechernotizen|Vortragsnotizen|Notizen|notes du présentateur|notas del orador|スピーカーノート|ノート',
  chart: 'chart|diagram|graph|Diagramm|Diagramme|graphique|graphiques|gráfico|gráficos|グラフ',
  'text box':
    'text box|textbox|Textfeld|Textfelder|zone de texte|zones de texte|cuadro de texto|cuadros de texto|テキストボックス',
}

const REASON_WORDS: Readonly<Partial<Record<Reason, string>>> = {
  code: `code|code block|codeblock|code sample|code example|code snippet|snippet|code fence|source code|shell command|command
    |Codeblöcke|Codebeispiele|Code-Blöcke|Code-Beispiele|Befehle|bloc de code|blocs de code|exemples de code|bloque de código|bloques de código
    |ejemplos de código|fragmentos de código|コードブロック|コード例|コードサンプル`,
  url: 'url|link|link target|web address|email address|Adressen|Links|lien|liens|enlace|enlaces|リンク',
  number: 'number|figure|digit|Zahl|Zahlen|Ziffern|chiffre|chiffres|número|números|数字',
  identifier:
    'id|identifier|sku|Bezeichner|Kennung|Kennungen|identifiant|identifiants|identificador|identificadores|識別子',
  formula: 'formula|formulas|formulae|Formel|Formeln|formule|formules|fórmula|fórmulas|数式',
  obsolete: 'obsolete|obsolete one|veraltete|veraltet|obsolète|obsolètes|obsoleto|obsoletas|obsoletos|廃止',
  placeholder_only: 'placeholder only',
}

const HEADING_WORDS = `header|headers|header row|heading|headings|column heading|column name|title row|heading row|column header|Kopfzeile
  |Überschrift|Überschriften|Überschriftenzeile|Spaltenüberschriften|Spaltennamen|Titelzeile|en-tête|en-têtes|ligne d'en-tête
  |encabezado|encabezados|fila de encabezado|cabecera|ヘッダー|ヘッダー行|見出し|見出し行|列名`

/** Words around a flag or a sort of text that add nothing: `strings flagged as c-format`. */
const AROUND = new Set(
  `flag flags flagged marked tagged with as that which are is have has having all any every each of in the a an inside within from strings string
  texts text messages entries ones translations items lines markiert markierte markierten mit als gekennzeichnet gekennzeichnete die der das den
  sind Flag Zeichenketten Texte Texten Einträge marquées marquées marqués marqué avec le les la des du de drapeau chaînes entrées textes messages
  marcadas marcados con los las el la cadenas entradas textos como フラグ の が を 付き 文字列 エントリ`
    .split(/\s+/)
    .flatMap(nameWords),
)

const keyOfWords = (words: string): string => nameWords(words).join(' ')
const keysOf = (words: string): string[] => words.split('|').map(keyOfWords)

/** `header` is a heading in most files, and stands at the edge of a page in others. */
const KINDS_BY_WORDS = new Map<string, readonly ChosenKind[]>()
for (const kind of TEXT_KINDS) {
  for (const key of keysOf(KIND_WORDS[kind])) KINDS_BY_WORDS.set(key, [...(KINDS_BY_WORDS.get(key) ?? []), kind])
}
const REASONS_BY_WORDS = new Map<string, Reason>()
for (const reason of ['code', 'url', 'number', 'identifier', 'formula', 'obsolete', 'placeholder_only'] as const) {
  for (const key of keysOf(REASON_WORDS[reason] ?? '')) REASONS_BY_WORDS.set(key, reason)
}
/** By extension, words for what is never translated in such files. */
const NEVER_BY_WORDS = new Map(
  builtExtensions.map(extension => [extension, new Set((traitsOf(extension).never ?? []).map(keyOfWords))]),
)
const HEADINGS_BY_WORDS = new Set(keysOf(HEADING_WORDS))

/** What `said` chooses in this file, if it is not the name of a part. */
export function facetIn(said: string, survey: Survey): Facet | undefined {
  const { extension, choices, parts } = survey
  const flag = flagIn(said, Object.keys(choices.flags))
  if (flag !== undefined) return { as: 'pattern', pattern: { by: 'flag', said, flag } }
  for (const key of keysIn(said)) {
    const files = filesCalled(said, key, survey)
    if (files !== undefined) return { as: 'pattern', pattern: files }
    if (choices.rows?.called === 'row' && HEADINGS_BY_WORDS.has(key)) {
      const pattern = findPart(COLUMN_HEADINGS, parts)
      return pattern === undefined ? { as: 'never' } : { as: 'pattern', pattern: { ...pattern, said } }
    }
    const kind = KINDS_BY_WORDS.get(key)?.find(each => choices.kinds.includes(each))
    if (kind !== undefined) return { as: 'pattern', pattern: { by: 'kind', said, kind } }
    if (NEVER_BY_WORDS.get(extension)?.has(key)) return { as: 'never' }
    const reason = REASONS_BY_WORDS.get(key)
    if (reason !== undefined) return { as: 'reason', reason }
  }
  return undefined
}

/** The words in three forms to look up: all of them, without words that add nothing, and without nouns for parts. */
function keysIn(said: string): string[] {
  const words = nameWords(said)
  const bare = words.filter(word => !AROUND.has(word))
  const rare = bare.filter(word => !isGenericNoun(word))
  return [...new Set([words, bare, rare].filter(some => some.length > 0).map(some => some.join(' ')))]
}

function flagIn(said: string, flags: readonly string[]): string | undefined {
  const words: readonly string[] = said.toLowerCase().match(/[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)*/gu) ?? []
  const found = flags.find(flag => words.includes(flag.toLowerCase()))
  const others = words.filter(word => word !== found?.toLowerCase()).flatMap(nameWords)
  return others.every(word => AROUND.has(word) || isGenericNoun(word)) ? found : undefined
}
