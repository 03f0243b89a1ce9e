/** What of a workbook is beside its cells: headers and footers of print, comments, names. */
import { EMBEDDED_FILES, embeddedIn, type OfficeFile, readMember, relatedTo } from '../bytes/parts/index.ts'
import { codedRuns, type RunItem } from '../bytes/runs/index.ts'
import { attributesOf, closeOf, localName, type XmlNode } from '../bytes/xml/index.ts'
import { leftOutOfText } from '../content/left-out.ts'
import type { Charset } from '../format.ts'
import type { Ledger } from './ledger.ts'
import { partOfSheet } from './naming.ts'
import type { SheetPiece } from './rows.ts'
import { itemsOfText, plainRuns } from './runs.ts'
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
  return piece.asides.flatMap(({ local, text, start, end }): Found[] => {
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

function itemsOfPrint(text: string, start: number, end: number): RunItem[] {
  const shell = { key: '', open: '', close: '' }
  return text.split(CODE).map((piece, nth): RunItem => {
    if (nth % 2 === 0) return { kind: 'text', text: piece, shell, start, end }
    const raw = piece.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    return { kind: 'alone', raw, meaning: 'code of the page', start, end }
  })
}

/** What belongs to the whole workbook, and last what writes the shared strings. */
export async function* closingOf(book: Workbook, ledger: Ledger): AsyncGenerator<readonly Found[]> {
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
  ]
  yield names.flatMap(({ name, texts }) =>
    texts.length > 0 ? [{ ...at, path: `xlsx:/${name}`, part: name, text: texts.join('\n') }] : [],
  )
  yield* stayingIn(book)
  yield [
    { ...at, path: 'xlsx:/shared strings', part: 'shared strings', text: '', left_out: 'empty', ledger, closing: true },
  ]
}

/** What people choose rows by, beside the cells: its type of relation, and what people call it. */
const CHOOSERS = [
  { relation: 'slicer', part: 'slicers' },
  { relation: 'timeline', part: 'timelines' },
] as const

/** What a sheet shows and is no text of ours: the titles of what chooses rows, and files of other programs. */
async function* stayingIn({ file, sheets, chart_sheets }: Workbook): AsyncGenerator<readonly Found[]> {
  const members = [...sheets, ...chart_sheets].map(({ member }) => member)
  const at = { start: 0, end: 0, charset: 'utf-8', left_out: 'not_taken' } as const
  for (const from of members) {
    for (const { relation, part } of CHOOSERS) {
      for (const member of await relatedTo(file, from, relation)) {
        const text = (await captionsIn(file, member)).join('\n')
        if (text !== '') yield [{ ...at, path: `xlsx:/${member}`, part, member, text }]
      }
    }
  }
  const files = [...(await embeddedIn(file, members))]
  yield files.map(member => ({ ...at, path: `xlsx:/${member}`, part: EMBEDDED_FILES, member, text: member }))
}

async function captionsIn({ archive }: OfficeFile, member: string): Promise<string[]> {
  const found: string[] = []
  for await (const { nodes } of readMember(archive, member)) {
    for (const node of nodes) {
      const caption = node.kind === 'open' ? attributesOf(node).get('caption')?.value : undefined
      if (caption?.trim()) found.push(caption)
    }
  }
  return found
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
