/** The files of a merge: their trees, and what their texts are called. */

import { type DecodedText, decodeWhole } from '../bytes/charset.ts'
import { oneChunk } from '../bytes/ranges.ts'
import { isSameLanguage, languageTagOf } from '../content/language-tag.ts'
import { yamlLanguagesIn } from './languages.ts'
import { yamlTreeOf } from './merge-reader.ts'
import type { YamlTree } from './merge-tree.ts'
import { readScalars } from './reader.ts'
import type { YamlScalar } from './scalar.ts'
import { yamlPath } from './value-unit.ts'
import type { Scalars } from './walk.ts'
import { type YamlFile, yamlFileOf, yamlTextsIn } from './yaml-file.ts'

/** By the number of a document: the key that is its root, and names the language of all below. */
export type RootNames = ReadonlyMap<number, string>

/** A file that was read. Its text ends with a line end, also where the file does not. */
export interface MergeFile {
  readonly decoded: DecodedText
  readonly text: string
  readonly read: Scalars
}

/** @throws {FormatError} as `scan` */
export async function mergeFileOf(bytes: Uint8Array): Promise<MergeFile> {
  return await readMergeText(await decodeWhole(oneChunk(bytes)))
}

export async function readMergeText(decoded: DecodedText): Promise<MergeFile> {
  const { text: written } = decoded
  const eol = /\r\n|\n|\r/.exec(written)?.[0] ?? '\n'
  const text = written === '' || /[\r\n]$/.test(written) ? written : written + eol
  return { decoded, text, read: await readScalars(text) }
}

/** What its texts are written with. */
export function asYamlFile({ decoded, text, read }: MergeFile): YamlFile {
  const purpose = { target: undefined, source: undefined, is_result: true, bears: undefined }
  return yamlFileOf({ ...decoded, text }, read, purpose, undefined)
}

/** The roots of a source. Where languages stand beside each other, none of them is a root. */
export function rootsOfSource({ text, read }: MergeFile): RootNames {
  const languages = yamlLanguagesIn(text, read, undefined)
  const { whole } = yamlTextsIn(read, languages, { spoken: undefined, bears: undefined })
  if (languages.several || whole) return new Map()
  return new Map(languages.roots.map(({ document, name }): [number, string] => [document, name]).reverse())
}

/** The roots of a translation of it: keys of a language at the same place, that of `like` where there are several. */
export function rootsLike({ read }: MergeFile, source: RootNames, like: RootNames): RootNames {
  const roots = new Map<number, string>()
  for (const [document, name] of source) {
    const named = read.entries.filter(entry => entry.document === document && entry.path.length === 1)
    const tagged = named.filter(entry => tagOf(entry.name) !== undefined)
    const tag = tagOf(like.get(document) ?? name)
    const found = tagged.find(entry => isSameLanguage(tagOf(entry.name) ?? '', tag ?? 'und')) ?? tagged[0]
    if (found) roots.set(document, found.name)
  }
  return roots
}

/** The roots of the source with other texts, which has the same keys at the same places but for these. */
export function rootsBeside({ read }: MergeFile, source: MergeFile, roots: RootNames): RootNames {
  const outermost = (file: Scalars) => file.entries.filter(({ path }) => path.length === 1)
  const own = outermost(read)
  return new Map(
    outermost(source.read).flatMap(({ document, name }, at): [number, string][] => {
      const beside = own[at]
      return roots.get(document) === name && beside?.document === document ? [[document, beside.name]] : []
    }),
  )
}

function tagOf(name: string): string | undefined {
  return languageTagOf(name.replace(/^:/, ''))
}

export async function treeOfFile({ text, read }: MergeFile, roots: RootNames): Promise<YamlTree> {
  return await yamlTreeOf({ text, scalars: read.scalars, roots })
}

/** The address of a scalar. */
export function addressOf({ document, path }: YamlScalar, roots: RootNames): string {
  return yamlPath(document, path[0] === roots.get(document) ? path.slice(1) : path)
}

/** The scalars of a file by their addresses. A key may be there more than once. */
export function scalarsByAddress({ read }: MergeFile, roots: RootNames): Map<string, YamlScalar[]> {
  const found = new Map<string, YamlScalar[]>()
  for (const scalar of read.scalars) {
    const address = addressOf(scalar, roots)
    const before = found.get(address)
    if (before) before.push(scalar)
    else found.set(address, [scalar])
  }
  return found
}
