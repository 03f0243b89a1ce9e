import { FRONT_MATTER } from '../../../formats/index.ts'
import type { PLACES } from '../../domain/intent.ts'
import { keeping } from './keeping.ts'

/** More words and names than an instruction and its file have. */
const WORDS_KEPT = 10_000

/** Part names that people say in their own language or by another word, and the word files use. Stems of both are compared. */
const SYNONYMS: Readonly<Record<string, string>> = {
  error: 'Fehler|Fehlermeldung|Fehlermeldungen|erreur|errores|エラー',
  menu: 'Menü|Menüs|menú|menús|メニュー',
  note: 'Notiz|Notizen|Anmerkung|Anmerkungen|notas|メモ|注釈|ノート',
  description: 'Beschreibung|Beschreibungen|descripción|descripciones|desc|説明',
  title: 'Titel|Überschrift|titre|título|títulos|タイトル',
  button: 'Knopf|Knöpfe|Schaltfläche|Schaltflächen|bouton|botón|botones|btn|ボタン',
  setting: 'Einstellung|Einstellungen|paramètre|réglage|ajuste|configuración|設定',
  legal: 'rechtlich|rechtliche|rechtlichen|Rechtstext|Rechtstexte|légal|légaux|légale|legales|法的|法務',
  comment: 'Kommentar|Kommentare|commentaire|comentario|コメント',
  help: 'Hilfe|aide|ayuda|ヘルプ',
  name: 'Namen|nom|nombre|名前|名称',
  price: 'Preis|Preise|prix|precio|価格',
  summary: 'Zusammenfassung|résumé|resumen|概要|要約',
  message: 'Nachricht|Nachrichten|mensaje|msg|メッセージ',
  label: 'Beschriftung|Beschriftungen|étiquette|libellé|etiqueta|ラベル',
  footer: 'Fußzeile|Fußzeilen|pied de page|フッター',
  footnote: 'Fußnote|Fußnoten|脚注',
  endnote: 'Endnote|Endnoten|文末脚注',
  header: 'Kopfzeile|Kopfzeilen|en-tête|en-têtes|encabezado|ヘッダー',
  heading: 'Überschriften|encabezados|見出し',
  paragraph: 'Absatz|Absätze|paragraphe|párrafo|段落',
  column: 'Spalte|Spalten|colonne|columna|列',
  installation: 'instalación|インストール',
  usage: 'Verwendung|Benutzung|Nutzung|utilisation|uso|使い方|使用方法',
  changelog: 'Änderungsprotokoll|変更履歴|change log',
  license: 'licence|Lizenz|licencia|ライセンス',
  category: 'Kategorie|Kategorien|catégorie|categoría|カテゴリ|カテゴリー',
  introduction: 'Einleitung|Einführung|introducción|intro|はじめに',
  warning: 'Warnung|Warnungen|avertissement|advertencia|警告',
  product: 'Produkt|Produkte|produit|producto|製品|商品',
  id: 'ids|IDs',
  home: 'Startseite|accueil|inicio|ホーム',
  list: 'Liste|Listen|lista|リスト',
  code: 'Quelltext|código|コード',
}

/** Parts that formats name, and what people call them who never saw the plan. Tried last: a file may have a part that is called so. */
const CALLED: Readonly<Record<string, string>> = {
  'masters and layouts':
    'master|layout|template|master slide|slide master|slide layout|layout slide|slide template|presentation template|masters|Master|Folienmaster|Masterfolie|Masterfolien|Folienlayout|Folienlayouts|Layoutfolie|Layoutfolien|Folienvorlage|Folienvorlagen|Mastervorlage|Vorlage|Vorlagen|masque|masque de diapositive|masques de diapositives|masque des diapositives|disposition|disposition de diapositive|disposition des diapositives|dispositions de diapositives|modèle|patrón|patrones|patrón de diapositivas|patrones de diapositivas|diapositiva maestra|diapositivas maestras|diseño|diseños|diseño de diapositiva|diseños de diapositivas|plantilla|master layout|スライドマスター|マスター|レイアウト|スライドレイアウト|テンプレート',
  'master of notes': 'notes master|note master|Notizenmaster|masque des notes|patrón de notas|ノートマスター',
  'master of handouts':
    'handout master|Handzettelmaster|masque du document|masque de document|patrón de documentos|配布資料マスター',
}

/** Nouns that say only that a part is meant: `the menu section`, `legal texts`. Compared as stems. */
const GENERIC =
  `section part text message string label key column entry entries field page area chapter subsection block value item file
  row rows line lines record records cell cells context contexts msgctxt segment keys source sources product
  products article articles
  Abschnitt Abschnitte Abschnitten Bereich Bereiche Teil Teile Text Texte Spalte Spalten Schlüssel Feld Felder Feldern
  Zeichenkette Zeichenketten Kapitel Kapiteln Unterabschnitt Kontext Kontexte Eintrag Einträge Einträgen Zelle Zellen Zeile Zeilen
  partie rubrique texte colonne champ clé entrée chapitre contexte chaîne chaînes cellule entrées ligne lignes
  sección secciones parte textos columna campo clave entrada apartado capítulo contexto cadena cadenas celda celdas fila filas línea
  セクション 部分 テキスト 列 項目 欄 章 節 コンテキスト フィールド 行 文字列 エントリ`.split(/\s+/)

/** Those of them that stand beside a name: `the text column` is the column that is called text. */
const BESIDE_NAMES = `section part key column entry field area chapter subsection block context
  Abschnitt Bereich Teil Spalte Schlüssel Feld Felder Kapitel Unterabschnitt Kontext Eintrag Einträge
  partie rubrique colonne champ clé entrée chapitre contexte
  sección parte columna campo clave entrada apartado capítulo contexto
  セクション 部分 列 項目 欄 章 節 コンテキスト フィールド エントリ`.split(/\s+/)

/** Lower case without Latin accents, apostrophes straight: how words of instructions and part names are compared. */
export function plain(word: string): string {
  return word
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[’ʼ＇]/g, "'")
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
}

function stem(word: string): string {
  const folded = plain(word)
  if (folded.length > 4 && folded.endsWith('ies')) return `${folded.slice(0, -3)}y`
  if (/(?:s|x|ch|sh)es$/.test(folded)) return folded.slice(0, -2)
  return folded.length > 3 && /[^s]s$/.test(folded) ? folded.slice(0, -1) : folded
}

const CANONICAL = new Map<string, string>()
for (const [word, others] of Object.entries(SYNONYMS))
  for (const other of others.split('|')) CANONICAL.set(stem(other), word)
const GENERIC_STEMS = new Set(GENERIC.map(stem).map(word => CANONICAL.get(word) ?? word))

const BESIDE_NAMES_STEMS = new Set(BESIDE_NAMES.map(stem).map(word => CANONICAL.get(word) ?? word))

/** Where the script changes inside a word: `menu列` is two words, although no space separates them. */
const SCRIPT_CHANGE =
  /(?<=[\p{Script=Latin}\p{N}])(?=[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}])|(?<=[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}])(?=\p{Script=Latin})/gu

/** The words of a name as they are compared: `legalTexts`, `legal_text`, `Legal texts` → legal, text. `*` stays a word. */
export const nameWords = keeping(WORDS_KEPT, (name: string): readonly string[] => {
  const abbreviated = name.replace(/(?<!\p{Lu})(\p{Lu}{2,})s(?![\p{L}\p{N}])/gu, '$1')
  const spaced = abbreviated
    .replace(SCRIPT_CHANGE, ' ')
    .replace(/(\p{Ll}|\p{Nd})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
  return (spaced.match(/\*|[\p{L}\p{M}\p{N}]+/gu) ?? []).map(word => CANONICAL.get(stem(word)) ?? stem(word))
})

const OTHERWISE = new Map(
  Object.entries(CALLED).flatMap(([part, others]) =>
    others.split('|').map(other => [nameWords(other).join(' '), nameWords(part)] as const),
  ),
)

/** The words of the part of ours that is meant by a name, perhaps. */
export function calledOtherwise(words: readonly string[]): readonly (readonly string[])[] {
  const part = OTHERWISE.get(words.join(' '))
  return part === undefined ? [] : [part]
}

/** The same name without the nouns that only say that it is a part; the name itself where nothing would remain. */
export function withoutGeneric(words: readonly string[]): string[] {
  const bare = words.filter(word => !GENERIC_STEMS.has(word))
  return bare.length === 0 ? [...words] : bare
}

/** For a name that is itself such a noun, the name without the noun before or after it: `text` for `text column` and `Spalte text`. */
export function besideNouns(words: readonly string[]): string[][] {
  if (words.length < 2 || !words.every(word => GENERIC_STEMS.has(word))) return []
  const [first = '', last = ''] = [words[0], words.at(-1)]
  return [
    ...(BESIDE_NAMES_STEMS.has(last) ? [words.slice(0, -1)] : []),
    ...(BESIDE_NAMES_STEMS.has(first) ? [words.slice(1)] : []),
  ]
}

/** A noun that says only that a part is meant: `column`, `Abschnitt`. */
export const isGenericNoun = keeping(WORDS_KEPT, (word: string): boolean => {
  const words = nameWords(word)
  return words.length === 1 && words.every(only => GENERIC_STEMS.has(only))
})

/** The names inside a part's name, from the outside in: of keys between dots, of headings between `>`. */
export function segmentsOf(part: string): string[] {
  return part.split(part.includes(' > ') ? ' > ' : /[./]/)
}

export type NameFit = (typeof PLACES)[number]

/** The name of a part as it is compared. */
interface Name {
  readonly words: readonly string[]
  /** Between which words a segment begins or ends. */
  readonly edges: ReadonlySet<number>
}

/** How a part of this name is compared: its words, and where its segments begin and end. */
export const nameOf = keeping(WORDS_KEPT, (part: string): Name => {
  const words: string[] = []
  const edges = new Set([0])
  for (const segment of segmentsOf(part)) {
    words.push(...nameWords(segment))
    edges.add(words.length)
  }
  return { words, edges }
})

/** A value of the front matter is found only by a name that mentions it: `the front matter title`. `title` alone is a heading. */
const IN_FRONT_MATTER = `${FRONT_MATTER} > `
const FRONT_MATTER_WORDS = new Set(
  'frontmatter metadata Metadaten métadonnées metadatos メタデータ フロントマター'.split(' ').flatMap(nameWords),
)

/** True for a part that is a value of the front matter. */
export function isOfFrontMatter(part: string): boolean {
  return part.startsWith(IN_FRONT_MATTER)
}

function inFrontMatter(words: readonly string[]): string[] {
  const spelled = words.flatMap((word, at) =>
    FRONT_MATTER_WORDS.has(word) || (word === 'yaml' && words[at + 1] === 'header')
      ? ['front', 'matter']
      : word === 'header' && words[at - 1] === 'yaml'
        ? []
        : [word],
  )
  return spelled.includes('front') && spelled.includes('matter') ? spelled : []
}

/** Whether a name mentions the front matter and something in it: `the front matter title`, `metadata description`. */
export function isInFrontMatter(name: string): boolean {
  return inFrontMatter(withoutGeneric(nameWords(name))).length > 2
}

/**
 * True when the words sit in the part at that place: from its root, as whole segments anywhere, within one, or all of them
 * somewhere in any order (`the file menu` is `menu.file`).
 */
export function sitsIn(said: readonly string[], part: string, place: NameFit): boolean {
  const words = isOfFrontMatter(part) ? inFrontMatter(said) : said
  if (words.length === 0) return false
  const { words: flat, edges } = nameOf(part)
  if (place === 'scattered') return words.length > 1 && words.every(word => flat.includes(word))
  const last = place === 'root' ? 0 : flat.length
  for (let at = 0; at <= last; at++) {
    if (place !== 'inside' && !edges.has(at)) continue
    for (const end of endsFrom(words, flat, at)) if (place === 'inside' || edges.has(end)) return true
  }
  return false
}

/**
 * Where a match of `words` that starts at `at` can end. `*` stands for any number of words; several `*` in a row count as one.
 * The places reached are carried from word to word, so that the time grows with the product of both lengths, however many `*` there are.
 */
export function endsFrom(words: readonly string[], flat: readonly string[], at: number): ReadonlySet<number> {
  let reached = new Set([at])
  for (const [number, word] of words.entries()) {
    if (word === '*' && (words[number + 1] ?? '*') === '*') continue
    const next = new Set<number>()
    if (word === '*') for (let end = Math.min(...reached); end <= flat.length; end++) next.add(end)
    else for (const end of reached) if (flat[end] === word) next.add(end + 1)
    if (next.size === 0) return next
    reached = next
  }
  return reached
}
