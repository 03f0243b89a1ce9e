import { type Fields, fieldsOf, isFields, otherText, textUnder } from './finding.ts'

/** Names under which a service may say which part of a file it speaks of, why, and how large it is. */
const PART = ['part', 'what', 'name', 'key', 'path', 'segment', 'id', 'title']
const REASON = ['reason', 'why', 'because', 'cause', 'explanation', 'message', 'note']
const WORDS = ['words', 'word_count']
const TEXT = ['text', 'source', 'value', 'content', 'sample']

/**
 * What a plan leaves out, from any indication of it: a list of parts, an object from part to reason, plain text, a number, true or
 * false. Undefined, and so refused by the schema, where nothing is said: the contract wants it checked before an approval.
 */
export function leftOutIn(said: unknown): unknown {
  if (said === null || said === false || said === 0) return []
  if (said === true) return [{ part: 'parts of the file' }]
  if (typeof said === 'number') return [{ part: `${said} ${said === 1 ? 'part' : 'parts'} of the file` }]
  if (typeof said === 'string' && NOTHING.test(said)) return []
  if (typeof said === 'string') return [plain(said)]
  if (Array.isArray(said)) return said.map(partOf)
  return isFields(said) ? Object.entries(said).flatMap(([part, reason]) => inMap(part, reason)) : said
}

const NOTHING = /^\s*(?:none|nothing|-)?\.?\s*$/i

/** A text that says part and reason in one. */
function plain(part: string) {
  return { part, reason: '' }
}

function partOf(item: unknown): unknown {
  if (typeof item === 'string') return plain(item)
  if (!isFields(item)) return item
  const part = textUnder(item, PART) ?? otherText(item, [...REASON, ...WORDS]) ?? 'a part of the file'
  const named = textUnder(item, PART) !== undefined
  const reason = textUnder(item, REASON) ?? (named ? otherText(item, [...PART, ...WORDS]) : undefined)
  return { part, ...(reason !== undefined && { reason }), ...wordsIn(item) }
}

/** One entry of an object from part to reason. A reason may be an object or a list of its own. */
function inMap(part: string, reason: unknown): unknown[] {
  if (reason === false || reason === null || reason === 0) return []
  if (typeof reason === 'string' && reason !== '') return [{ part, reason }]
  if (typeof reason === 'number') return [{ part, reason: String(reason) }]
  if (Array.isArray(reason)) return reason.map(partOf)
  const fields = fieldsOf(reason)
  const why = textUnder(fields, REASON) ?? otherText(fields, WORDS)
  return [{ part, ...(why !== undefined && { reason: why }), ...wordsIn(fields) }]
}

function wordsIn(item: Fields): Fields {
  const words = WORDS.map(name => item[name]).find(value => Number.isInteger(value))
  return words === undefined ? {} : { words }
}

/** The preview of a plan: texts, each with its part where that is said. What is no text is passed by. */
export function previewIn(said: unknown): readonly { part: string; text: string }[] {
  const list = Array.isArray(said) ? said : []
  return list.flatMap((item: unknown) => {
    if (typeof item === 'string') return [{ part: '', text: item }]
    const fields = fieldsOf(item)
    const part = textUnder(fields, PART) ?? ''
    const text = textUnder(fields, TEXT) ?? otherText(fields, PART)
    return text === undefined ? [] : [{ part, text }]
  })
}
