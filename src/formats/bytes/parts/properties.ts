/** What a document of Office says of itself: its title, its subject, who wrote it. */
import type { Charset, Reason } from '../../format.ts'
import { attributesOf, localName, textOfNode } from '../xml/index.ts'
import type { OfficeFile } from './office.ts'
import { readMember } from './xml-member.ts'

export interface DocumentProperty {
  readonly member: string
  /** `title`, `creator`, or the name that a person gave it. */
  readonly name: string
  /** Why it is said, and stays: the name of a person or a company, or what a person added for fields and programs. */
  readonly stays: Extract<Reason, 'person' | 'not_taken'> | undefined
  readonly text: string
  /** Its text as the file has it, and its byte range. */
  readonly raw: string
  readonly start: number
  readonly end: number
  readonly charset: Charset
}

/** Where they are: core properties, what the program adds, and what people add with names of their own. */
const MEMBERS = [
  { relation: 'core-properties', own: false },
  { relation: 'extended-properties', own: false },
  { relation: 'custom-properties', own: true },
] as const
const TEXTS: ReadonlySet<string> = new Set(
  'title subject description keywords category contentStatus Company lpwstr lpstr'.split(' '),
)
const PEOPLE: ReadonlySet<string> = new Set(['creator', 'lastModifiedBy', 'Manager'])
/** What it lists of itself and nobody wrote: the kinds of its parts, their names, its links. */
const LISTS: ReadonlySet<string> = new Set(['HeadingPairs', 'TitlesOfParts', 'HLinks'])
/** Names of companies, and what fields and programs know by its name. */
const STAYING: ReadonlySet<string> = new Set(['Company', 'lpwstr', 'lpstr'])

/** Those that have a text. @throws {FormatError} as `readMember`, while iterating */
export async function* propertiesOf(file: OfficeFile): AsyncGenerator<DocumentProperty> {
  const relations = await file.relationsOf('')
  for (const { relation, own } of MEMBERS) {
    const member = relations.find(({ type }) => type === relation)?.member
    if (member !== undefined) yield* propertiesIn(file, member, own)
  }
}

/** `own`: the name of each is an attribute. */
async function* propertiesIn(file: OfficeFile, member: string, own: boolean): AsyncGenerator<DocumentProperty> {
  let [name, given, list] = ['', '', '']
  for await (const { charset, nodes } of readMember(file.archive, member)) {
    for (const node of nodes) {
      if (node.kind === 'open' && !node.empty) {
        name = localName(node.name)
        if (own && name === 'property') given = attributesOf(node).get('name')?.value ?? ''
        if (LISTS.has(name)) list = name
      } else if (node.kind === 'close') {
        if (localName(node.name) === list) list = ''
        name = ''
      } else if (node.kind === 'text' && list === '' && isSaid(name) && node.raw.trim() !== '') {
        const { start, end, raw } = node
        const text = textOfNode(node).trim()
        const stays = PEOPLE.has(name) ? 'person' : STAYING.has(name) ? 'not_taken' : undefined
        yield { member, name: own ? given : name, stays, text, raw, start, end, charset }
      }
    }
  }
}

function isSaid(name: string): boolean {
  return TEXTS.has(name) || PEOPLE.has(name)
}
