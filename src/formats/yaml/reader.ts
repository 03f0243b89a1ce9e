/**
 * The scalar values of a YAML stream with their paths and ranges. The library reads the stream into nodes with ranges, and no JavaScript
 * objects are made of them: so no alias is ever followed, every occurrence of a repeated key is found, and a key such as `__proto__` does
 * no harm. Neither reading nor walking is recursive beyond the depth that is allowed.
 */
import type { Document, ParsedNode } from 'yaml'
import { FormatError } from '../format.ts'
import { type Scalars, scalarsIn } from './walk.ts'

/** The deepest nesting that is read. Files that people write are never so deep; deeper nesting is an attack. */
const DEPTH_CAP = 500

/** All scalar values and all entries of maps, in their order. @throws {FormatError} malformed, too_deep */
export async function readScalars(text: string): Promise<Scalars> {
  const yaml = await import('yaml')
  const { Composer, LineCounter, Parser } = yaml
  const lines = new LineCounter()
  const placeOf = (offset: number): { line: number; column: number } => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const depth = depthGauge(offset => tooDeep(placeOf(offset)))
  const parser = new Parser(lines.addNewLine)
  const composer = new Composer({ schema: 'failsafe', uniqueKeys: false, logLevel: 'silent' })
  const documents: Document.Parsed<ParsedNode>[] = []
  for (const token of parser.parse(text)) {
    depth(token)
    for (const document of composer.next(token)) documents.push(document)
  }
  for (const document of composer.end(false, text.length)) documents.push(document)
  for (const { errors } of documents) {
    const [error] = errors
    if (error) throw malformed(error.code, placeOf(error.pos[0]))
  }
  return scalarsIn(yaml, text, documents)
}

interface Held {
  readonly offset?: number
  readonly value?: unknown
  readonly items?: unknown
  readonly key?: unknown
}

/** Returns a function that throws for a token of the parser which is nested too deep. The composer is recursive: it is asked before. */
function depthGauge(refuse: (offset: number) => FormatError): (token: Held) => void {
  return token => {
    let level: readonly Held[] = [token]
    for (let depth = 0; level.length > 0; depth += 1) {
      // Each collection is two levels: itself and its items. The document is one.
      if (depth > 2 * DEPTH_CAP + 1) throw refuse(level[0]?.offset ?? 0)
      level = level.flatMap(held => below(held))
    }
  }
}

function below({ items, key, value }: Held): readonly Held[] {
  if (Array.isArray(items)) return items.filter(isHeld)
  return [key, value].filter(isHeld)
}

function isHeld(value: unknown): value is Held {
  return typeof value === 'object' && value !== null && ('items' in value || 'value' in value || 'key' in value)
}

/** What the library's codes mean, for people. */
const FAULTS: Readonly<Record<string, string>> = {
  ALIAS_PROPS: 'an alias has an anchor or a tag',
  BAD_ALIAS: 'an alias is not complete',
  BAD_COLLECTION_TYPE: 'a tag does not fit what follows it',
  BAD_DIRECTIVE: 'a directive is not one of %YAML and %TAG',
  BAD_DQ_ESCAPE: 'a text in double quotes has an escape that YAML does not know; a backslash is written \\\\',
  BAD_INDENT: 'the indent does not fit the lines around it',
  BAD_PROP_ORDER: 'an anchor or a tag stands in the wrong place',
  BAD_SCALAR_START: 'a text begins with a sign that has to be in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a key is written over several lines',
  BLOCK_IN_FLOW: 'lines with an indent stand inside of brackets',
  COMMENT_SPACE: 'a comment has no space before its #',
  IMPOSSIBLE: 'something stands where it has no meaning',
  KEY_OVER_1024_CHARS: 'a key is longer than 1024 characters',
  MISSING_CHAR: 'a sign is missing: a quote, a comma, a bracket, a colon or a line end',
  MULTILINE_IMPLICIT_KEY: 'a key goes over several lines; a value with a colon has to be in quotes',
  MULTIPLE_ANCHORS: 'something has two anchors',
  MULTIPLE_DOCS: 'documents are not separated',
  MULTIPLE_TAGS: 'something has two tags',
  TAB_AS_INDENT: 'a tab is used as an indent; YAML needs spaces',
  TAG_RESOLVE_FAILED: 'a tag cannot be read',
  UNEXPECTED_TOKEN: 'something is not expected here',
}

function malformed(code: string, place: { line: number; column: number }): FormatError {
  const fault = FAULTS[code] ?? 'something is not expected here'
  return new FormatError(
    'malformed',
    `The file is not valid YAML: line ${place.line}, column ${place.column}: ${fault}. Correct it and send it again.`,
    place,
  )
}

function tooDeep(place: { line: number; column: number }): FormatError {
  return new FormatError(
    'too_deep',
    `The YAML is nested deeper than ${DEPTH_CAP} levels, which is not supported. Flatten it and send it again.`,
    place,
  )
}
