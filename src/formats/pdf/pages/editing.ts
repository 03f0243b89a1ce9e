/** Streams of operators with some of the text that they show taken out. All else stays byte for byte. */
import type { Glyph, TextShown } from './glyphs.ts'
import { bytesOfLetter } from './matching.ts'
import type { Drawn, Show } from './shows.ts'
import type { PdfOperand } from './tokens.ts'

/** Which items of which operators are taken out. */
export type Removed = ReadonlyMap<number, ReadonlySet<number>>

/** A stream without what is taken out; the places of what stays do not change. */
export function withoutShown(
  stream: Drawn,
  shows: readonly Show[],
  shown: readonly TextShown[],
  removed: Removed,
): string {
  const edits = new Map<number, { readonly end: number; readonly text: string }>()
  for (const [at, items] of removed) {
    const show = shows[at]
    if (show?.stream !== stream) continue
    const { start, end } = show.operation
    edits.set(start, { end, text: emptied(show, shown[at]?.items ?? [], items) })
    for (const marked of show.said_again)
      edits.set(marked.start, { end: marked.end, text: withoutSaying(stream.text, marked) })
  }
  let [text, from] = ['', 0]
  for (const [start, edit] of [...edits].sort(([one], [other]) => one - other)) {
    text += `${stream.text.slice(from, start)} ${edit.text} `
    from = edit.end
  }
  return text + stream.text.slice(from)
}

/** An operator that shows only what stays, and moves on as far as it did. */
function emptied({ operation }: Show, items: TextShown['items'], removed: ReadonlySet<number>): string {
  const { name, operands } = operation
  const shown = `[${partsLeft(operands, items, removed).join(' ')}] TJ`
  if (name === "'") return `T* ${shown}`
  if (name !== '"') return shown
  const [words, letters] = operands.flatMap(operand => (operand.kind === 'number' ? [operand.value] : []))
  return `${decimal(words ?? 0)} Tw ${decimal(letters ?? 0)} Tc T* ${shown}`
}

function partsLeft(operands: readonly PdfOperand[], items: TextShown['items'], removed: ReadonlySet<number>): string[] {
  const parts: string[] = []
  let gap = 0
  const skip = (more: number) => {
    gap += more
  }
  const add = (bytes: string) => {
    if (Math.abs(gap) > 0.0005) parts.push(decimal(gap))
    gap = 0
    parts.push(`<${Buffer.from(bytes, 'latin1').toString('hex')}>`)
  }
  const size = bytesOfLetter(operands, items) ?? 1
  const bytes = operands
    .flatMap(operand => (operand.kind === 'array' ? operand.items : [operand]))
    .flatMap(operand => (operand.kind === 'string' ? [operand.value] : []))
  const all = bytes.join('')
  let letter = 0
  let run = ''
  items.forEach((item, at) => {
    const isLeft = isGlyph(item) && !removed.has(at)
    if (isLeft) run += all.slice(letter * size, (letter + 1) * size)
    if (isGlyph(item)) letter += 1
    if (isLeft) return
    if (run !== '') add(run)
    run = ''
    skip(isGlyph(item) ? item.advance : item)
  })
  if (run !== '') add(run)
  if (Math.abs(gap) > 0.0005) parts.push(decimal(gap))
  return parts
}

function isGlyph(item: Glyph | number): item is Glyph {
  return typeof item === 'object'
}

/** A marked content that no longer says the text which is taken out. */
function withoutSaying(text: string, { operands }: Show['operation']): string {
  const [tag, properties] = operands
  const name = tag?.kind === 'name' && /^\w+$/.test(tag.value) ? tag.value : 'Span'
  const said = properties?.kind === 'dictionary' ? text.slice(properties.from, properties.to) : ''
  const number = /\/MCID\s+(\d+)/.exec(said)?.[1]
  return number === undefined ? `/${name} BMC` : `/${name} <</MCID ${number}>> BDC`
}

/** A number as PDF writes it: without exponents. */
export function decimal(value: number): string {
  const text = value.toFixed(4).replace(/\.?0+$/, '')
  return text === '-0' || text === '' ? '0' : text
}
