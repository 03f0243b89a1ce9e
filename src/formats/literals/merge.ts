/** What a file of texts gains from its source, and what it loses. */
import { byteCounter, type DecodedText, encode } from '../bytes/charset.ts'
import type { Edit, Merge } from '../format.ts'
import { type KeyedSyntax, keyedUnits, lineEndOf, writtenIn } from '../keyed/index.ts'
import { commaAdded, copiedMember, type LiteralCopying, leadAdded, literalCopied, tailAdded } from './copying.ts'
import { literalPaths } from './entries.ts'
import { namedAsIn } from './language-names.ts'
import type { LiteralHolder, LiteralRoot, LiteralValue } from './literal.ts'
import { areOnLines, indentOfLine, leadIn, type MemberStretch, stretchesOf } from './stretches.ts'

interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The files of a merge, and what reads them. */
interface MergedFiles extends Pick<Merge, 'take' | 'remove'> {
  readonly language: { read(text: string, is_translation?: boolean): readonly LiteralRoot[] }
  readonly syntax: KeyedSyntax
  readonly own: DecodedText
  readonly other: DecodedText
  readonly original: DecodedText
}

interface Merging extends LiteralCopying {
  readonly text: string
  readonly paths: ReadonlyMap<object, string>
  readonly remove: ReadonlySet<string>
  readonly edits: TextEdit[]
}

/** As `Format.merge`. @throws {FormatError} malformed, too_deep */
export function mergeLiterals(files: MergedFiles): readonly Edit[] {
  const { language, syntax, own, other, original, take, remove } = files
  const left_out = new Set<string>()
  for (const unit of keyedUnits(syntax, original, undefined)) if (unit.left_out) left_out.add(unit.path)
  const named = language.read(original.text)
  const [roots, others] = [own, other].map(({ text }) => namedAsIn(named, language.read(text, true)))
  if (roots === undefined || others === undefined) return []
  const edits: TextEdit[] = []
  const merging: Merging = {
    text: own.text,
    paths: literalPaths(syntax, own.text, roots),
    from: other.text,
    pathsFrom: literalPaths(syntax, other.text, others),
    as: { charset: writtenIn(syntax, own.text, own.charset), eol: lineEndOf(own.text) },
    isAlike: writtenIn(syntax, own.text, own.charset) === writtenIn(syntax, other.text, other.charset),
    step: stepOf(own.text, roots) ?? stepOf(other.text, others) ?? '    ',
    write: syntax.write,
    take,
    left_out,
    remove,
    edits,
  }
  for (const { name, holder } of roots) {
    const like = others.length === 1 && roots.length === 1 ? others[0] : others.find(each => each.name === name)
    visit(merging, holder, like?.holder, '')
  }
  return inBytes(own, edits)
}

/** One step of the indent of a file. */
function stepOf(text: string, roots: readonly LiteralRoot[]): string | undefined {
  for (const { holder } of roots) {
    const [first] = stretchesOf(text, holder)
    if (first === undefined || !areOnLines(text, [first])) continue
    const [outer, inner] = [indentOfLine(text, holder.from), indentOfLine(text, first.member.start)]
    if (inner.startsWith(outer) && inner.length > outer.length) return inner.slice(outer.length)
  }
  return undefined
}

/** The members of a holder by their keys; one that comes again has its number besides. */
function byKey(stretches: readonly MemberStretch[]): ReadonlyMap<string, MemberStretch> {
  const found = new Map<string, MemberStretch>()
  for (const stretch of stretches) {
    let key = stretch.member.key
    for (let again = 2; found.has(key); again += 1) key = `${stretch.member.key}#${again}`
    found.set(key, stretch)
  }
  return found
}

/** Changes what is in a holder. False where nothing of it is left, and it has to go itself. `outer` is the indent of its line. */
function visit(merging: Merging, own: LiteralHolder, other: LiteralHolder | undefined, outer: string): boolean {
  const { text, remove, paths } = merging
  const stretches = stretchesOf(text, own)
  const isAlike =
    other?.between === own.between &&
    (other.list === own.list || own.members.length === 0 || other.members.length === 0)
  const others = byKey(isAlike ? stretchesOf(merging.from, other) : [])
  const mine = byKey(stretches)
  const gone = new Set<MemberStretch>()
  for (const [key, stretch] of mine) {
    const { value, start } = stretch.member
    const like = others.get(key)?.member.value
    if (isReplaced(merging, value, like)) continue
    const indent = areOnLines(text, [stretch]) ? indentOfLine(text, start) : outer
    const within = like?.kind === 'holder' ? like : undefined
    const stays = value.kind === 'holder' ? visit(merging, value, within, indent) : !remove.has(paths.get(value) ?? '')
    if (!stays) gone.add(stretch)
  }
  const added = addedTo(merging, mine, others)
  if (gone.size === stretches.length && gone.size > 0 && added.size === 0 && outer !== '') return false
  for (const [key, { member }] of mine) takeOver(merging, member.value, others.get(key)?.member.value)
  write(merging, own, isAlike ? other : undefined, { stretches, gone, added, outer })
  return true
}

/** The members that the file lacks, by the number of the member that they come behind; -1: in front of all. */
function addedTo(
  merging: Merging,
  mine: ReadonlyMap<string, MemberStretch>,
  others: ReadonlyMap<string, MemberStretch>,
): ReadonlyMap<number, readonly MemberStretch[]> {
  const places = new Map([...mine.keys()].map((key, at) => [key, at]))
  const added = new Map<number, MemberStretch[]>()
  const first = [...others.keys()].find(key => places.has(key))
  let after = first === undefined ? mine.size - 1 : (places.get(first) ?? 0) - 1
  for (const [key, stretch] of others) {
    const at = places.get(key)
    if (at !== undefined) after = at
    else if (hasTaken(merging, stretch.member.value)) added.set(after, [...(added.get(after) ?? []), stretch])
  }
  return added
}

function hasTaken(merging: Merging, value: LiteralValue): boolean {
  if (value.kind === 'holder') return value.members.some(member => hasTaken(merging, member.value))
  return merging.take.has(merging.pathsFrom.get(value) ?? '')
}

/** Whether a value becomes another one as a whole. A holder whose like is one, too, changes inside. Nothing becomes code. */
function isReplaced(merging: Merging, value: LiteralValue, like: LiteralValue | undefined): boolean {
  if (like === undefined || like.kind === 'code' || (value.kind === 'holder' && like.kind === 'holder')) return false
  return hasTaken(merging, like)
}

/** Replaces a value that the file has. */
function takeOver(merging: Merging, value: LiteralValue, like: LiteralValue | undefined): void {
  if (like === undefined || !isReplaced(merging, value, like)) return
  const { text, as, edits } = merging
  if (value.kind === 'text' && like.kind === 'text') {
    const { start, end } = value
    const written = merging.write(like.text, { ...as, raw: text.slice(start, end), manner: value.quote })
    if (written !== undefined && value.text !== like.text) edits.push({ start, end, text: written })
  } else {
    const { from: start, to: end } = value
    edits.push({ start, end, text: literalCopied(merging, like, indentOfLine(text, start)) })
  }
}

interface Place {
  readonly stretches: readonly MemberStretch[]
  readonly gone: ReadonlySet<MemberStretch>
  readonly added: ReadonlyMap<number, readonly MemberStretch[]>
  readonly outer: string
}

/** Writes what is new, takes out what goes, and sets the commas between the members that are there then. */
function write(merging: Merging, own: LiteralHolder, other: LiteralHolder | undefined, place: Place): void {
  const { stretches, gone, added, outer } = place
  if (gone.size === 0 && added.size === 0) return
  const { text, from, edits } = merging
  const like = other === undefined ? [] : stretchesOf(from, other)
  const [first, second] = stretches
  const lines = first !== undefined ? areOnLines(text, stretches) : like.length === 0 || areOnLines(from, like)
  const step = own.between === '' ? '' : merging.step
  const indent = first !== undefined && lines ? indentOfLine(text, first.member.start) : outer + step
  const trailing = ((stretches.at(-1) ?? like.at(-1))?.comma ?? -1) >= 0
  // A comment at the top that belongs to no member stays in front of all.
  const loose = first === undefined ? '' : leadIn(text, first).loose
  const head = first === undefined ? own.open : first.from + loose.length
  const isTop = own.between === ',' && loose === ''
  const isUnderHead = lines && loose !== '' && first !== undefined && !gone.has(first) && isBare(text, first)
  const leads = {
    first: first ? text.slice(first.from, first.member.start) : '',
    next: second ? text.slice(second.from, second.member.start) : ' ',
  }
  const items = [undefined, ...stretches].flatMap((stretch, at) => {
    const after = stretch?.to ?? (isUnderHead ? first.member.start : head)
    const news = (added.get(at - 1) ?? []).map(each => ({ stretch: each, after, is_new: true }))
    return stretch === undefined || gone.has(stretch) ? news : [{ stretch, after: stretch.to, is_new: false }, ...news]
  })
  for (const [at, stretch] of stretches.entries()) {
    if (!gone.has(stretch)) continue
    const start = stretch.from + leadIn(text, stretch).loose.length
    const next = stretches[at + 1]
    // The comment at the top is kept apart from what comes below it then.
    const isHead = start > stretch.from && next !== undefined && !leadIn(text, next).own.match(/^\s*?[\r\n]\s*?[\r\n]/)
    const kept = isHead ? (/^(?:\r\n|\n|\r)/.exec(text.slice(start, start + 2))?.[0].length ?? 0) : 0
    edits.push({ start: start + kept, end: stretch.to, text: '' })
  }
  items.forEach(({ stretch, after, is_new }, at) => {
    const isLast = at === items.length - 1
    const comma = own.between === ',' && (!isLast || trailing)
    const lead = at === 0 ? leads.first : leads.next
    if (is_new) {
      const isFirst = at === 0 && (isTop || isUnderHead)
      const line = leadAdded(merging, stretch, indent, isFirst)
      const before = lines ? (isUnderHead && at === 0 ? line.trimStart() : line) : lead
      const copied = copiedMember(merging, stretch.member, lines ? indent : outer)
      const behind = isUnderHead && items[at + 1]?.stretch === first ? merging.as.eol + indent : ''
      const tail = lines ? tailAdded(merging, stretch) : ''
      const closing =
        first === undefined && isLast && lines && isBetweenBrackets(text, own) ? merging.as.eol + outer : ''
      const between = comma ? commaAdded(merging, stretch) : ''
      edits.push({ start: after, end: after, text: `${before}${copied}${between}${tail}${behind}${closing}` })
      return
    }
    const { member, from: start, comma: there } = stretch
    if (!lines && (at === 0) !== (stretch === first)) edits.push({ start, end: member.start, text: lead })
    if (comma && there < 0) edits.push({ start: member.end, end: member.end, text: ',' })
    if (!comma && there >= 0) edits.push({ start: there, end: there + 1, text: '' })
  })
}

/** Whether a member has no comments above it. */
function isBare(text: string, stretch: MemberStretch): boolean {
  return leadIn(text, stretch).own.trim() === ''
}

/** Whether the brackets of an empty holder stand in one line. */
function isBetweenBrackets(text: string, { open, close, between }: LiteralHolder): boolean {
  return between === ',' && !/[\r\n]/.test(text.slice(open, close))
}

function inBytes({ text, charset, bom_bytes }: DecodedText, edits: readonly TextEdit[]): readonly Edit[] {
  const byteAt = byteCounter(text, charset, bom_bytes)
  const sorted = edits.toSorted((a, b) => a.start - b.start || a.end - b.end)
  return sorted.map(({ start, end, text: written }) => {
    const from = byteAt(start)
    return { start: from, end: byteAt(end), bytes: encode(written, charset) }
  })
}
