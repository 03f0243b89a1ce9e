/** What of a workbook is beside its cells: headers and footers of print, comments, names. */
import { readMember, relatedTo } from '../bytes/parts/index.ts'
import { codedRuns, type RunItem } from '../bytes/runs/index.ts'
import { attributesOf, closeOf, localName, type XmlNode } from '../bytes/xml/index.ts'
import { leftOutOfText } from '../content/left-out.ts'
import type { Charset } from '../format.ts'
import type { Ledger } from './ledger.ts'
import { partOfSheet } from './naming.ts'
import type { Aside, SheetPiece } from './rows.ts'
import { itemsOfText, plainRuns } from './runs.ts'
import { stayingIn } from './staying.ts'
import type { SheetUnit } from './unit.ts'
import type { Sheet, Workbook } from './workbook.ts'

type Found = Omit<SheetUnit, 'index'>

const PRINTED = /^(?:odd|even|first)(?:Header|Footer)$/
/** What in a header of print is no text: places, numbers of pages, fonts. */
const CODE = /(&(?:"[^"]*"|K[\dA-Fa-f]{6}|K\d\d[+-]\d{3}|\d+|.))/

/** The headers and footers in a piece of a sheet. */
export function asidesOf(
  piece: SheetPiece,
  sheet: Sheet,
  part: (name: string) => string,
  ledger: Ledger,
): readonly Found[] {
  return piece.asides.flatMap((aside): Found[] => {
    const { local, text, start, end } = aside
    if (SAYING.has(local)) return sayingOf(aside, piece.charset, sheet, part, ledger)
    if (!PRINTED.test(local) || text.trim() === '') return []
    const runs = codedRuns(itemsOfPrint(text, start, end))
    if (!runs) return []
    const place = { in: 'print', start: runs.start, end: runs.end } as const
    const path = `xlsx:/${sheet.name}!${local}`
    const { charset } = piece
    return [
      {
        ...{ path, part: part('headers and footers'), kind: 'header', member: sheet.member, start, end, charset },
        ...{ text: runs.text, runs, place, ledger, left_out: leftOutOfText(runs.text) ?? 'on_request' },
      },
    ]
  })
}

/** What is shown beside a cell that somebody chooses, or points at. Excel takes no longer ones. */
const SAYING: ReadonlyMap<string, { readonly part: string; readonly names: ReadonlyMap<string, number> }> = new Map([
  [
    'dataValidation',
    {
      part: 'input messages',
      names: new Map([...named(32, 'promptTitle', 'errorTitle'), ...named(255, 'prompt', 'error')]),
    },
  ],
  ['hyperlink', { part: 'tips of links', names: new Map(named(255, 'tooltip')) }],
])

function named(longest: number, ...names: readonly string[]): (readonly [string, number])[] {
  return names.map(name => [name, longest] as const)
}

function sayingOf(
  { local, tag, number }: Aside,
  charset: Charset,
  { name: sheet, member }: Sheet,
  part: (name: string) => string,
  ledger: Ledger,
): Found[] {
  const said = SAYING.get(local)
  const attributes = attributesOf(tag)
  return [...(said?.names ?? [])].flatMap(([name, longest]): Found[] => {
    const text = attributes.get(name)?.value.trim() ?? ''
    if (!said || text === '') return []
    const [start, end] = [tag.start, tag.end]
    return [
      {
        ...{
          path: `xlsx:/${sheet}!${local}${number}#${name}`,
          part: part(said.part),
          member,
          start,
          end,
          charset,
          text,
        },
        ...{ kind: local === 'hyperlink' ? 'link title' : 'paragraph', max_length: longest, ledger },
        ...{
          left_out: leftOutOfText(text) ?? 'on_request',
          place: { in: 'attribute', tag, name, longest, start, end },
        },
      },
    ]
  })
}

function itemsOfPrint(text: string, start: number, end: number): RunItem[] {
  const shell = { key: '', open: '', close: '' }
  return text.split(CODE).map((piece, nth): RunItem => {
    if (nth % 2 === 0) return { kind: 'text', text: piece, shell, start, end }
    const raw = piece.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    return { kind: 'alone', raw, meaning: 'code of the page', start, end }
  })
}

/** What belongs to the whole workbook, and last what writes the shared strings. `readings`: how words of the original are read. */
export async function* closingOf(
  book: Workbook,
  ledger: Ledger,
  readings: readonly string[],
): AsyncGenerator<readonly Found[]> {
  for (const sheet of book.sheets) {
    for (const type of ['comments', 'threadedComment']) {
      for (const member of await relatedTo(book.file, sheet.member, type))
        yield* commentsIn(book, sheet, member, ledger)
    }
  }
  const { main } = book.file
  const at = { member: main, start: 0, end: 0, charset: 'utf-8', left_out: 'referred_to' } as const
  const names = [
    { name: 'sheet names', texts: [...book.sheets, ...book.chart_sheets].map(({ name }) => name) },
    { name: 'names for formulas', texts: book.defined },
    { name: 'notes on names', texts: book.defined_notes },
  ]
  yield names.flatMap(({ name, texts }) =>
    texts.length > 0 ? [{ ...at, path: `xlsx:/${name}`, part: name, text: texts.join('\n') }] : [],
  )
  yield* stayingIn(book, readings)
  yield [
    { ...at, path: 'xlsx:/shared strings', part: 'shared strings', text: '', left_out: 'empty', ledger, closing: true },
  ]
}

/** Says in the old kind of comments that there is one of the new kind. */
const MIRROR = /^\[Threaded comment\]/

async function* commentsIn(
  book: Workbook,
  sheet: Sheet,
  member: string,
  ledger: Ledger,
): AsyncGenerator<readonly Found[]> {
  const cutter = new CommentCutter()
  const part = partOfSheet(book, sheet)('comments')
  for await (const { charset, nodes } of readMember(book.file.archive, member)) {
    yield cutter.take(nodes).flatMap(({ ref, inside, start, end, number }): Found[] => {
      const found = runsOfComment(inside, cutter.prefix)
      if (!found || found.runs.text === '') return []
      const { runs, plain } = found
      const place = { in: plain ? 'value' : 'runs', start, end } as const
      const said = MIRROR.test(runs.text) ? 'computed' : (leftOutOfText(runs.text) ?? 'on_request')
      return [
        commentOf(
          { path: `xlsx:/${sheet.name}!${ref}#${number}`, part, member, start, end, charset },
          { runs, place, ledger, left_out: said },
        ),
      ]
    })
  }
}

function commentOf(
  at: { path: string; part: string; member: string; start: number; end: number; charset: Charset },
  of: Required<Pick<SheetUnit, 'runs' | 'place' | 'ledger' | 'left_out'>>,
): Found {
  return { ...at, ...of, kind: 'comment', text: of.runs?.text ?? '' }
}

function runsOfComment(inside: readonly XmlNode[], prefix: string) {
  const isRich = inside.some(({ kind }) => kind === 'open')
  const text = isRich ? '' : inside.map(({ raw }) => raw).join('')
  const runs = isRich ? codedRuns(itemsOfText(inside, prefix)) : plainRuns(text, prefix)
  return runs && { runs, plain: !isRich }
}

interface CutComment {
  readonly ref: string
  readonly number: number
  readonly inside: readonly XmlNode[]
  readonly start: number
  readonly end: number
}

class CommentCutter {
  prefix = ''
  #root = false
  #ref = ''
  #number = 0
  #held: XmlNode[] = []
  #name = ''

  take(nodes: readonly XmlNode[]): CutComment[] {
    const cut: CutComment[] = []
    for (const node of nodes) {
      if (this.#held.length > 0) {
        this.#held.push(node)
        if (node.kind !== 'close' || node.name !== this.#name || closeOf(this.#held, 0) < this.#held.length - 1)
          continue
        const [first] = this.#held
        const inside = this.#held.slice(1, -1)
        cut.push({ ref: this.#ref, number: this.#number, inside, start: first?.end ?? 0, end: node.start })
        this.#held = []
      } else if (node.kind === 'open') this.#open(node)
    }
    return cut
  }

  #open(node: XmlNode & { readonly kind: 'open' }): void {
    const local = localName(node.name)
    if (!this.#root) this.prefix = node.name.slice(0, node.name.length - local.length)
    this.#root = true
    if (local === 'comment' || local === 'threadedComment') {
      this.#ref = attributesOf(node).get('ref')?.value ?? ''
      this.#number += 1
    } else if (local === 'text' && !node.empty) {
      this.#held = [node]
      this.#name = node.name
    }
  }
}
