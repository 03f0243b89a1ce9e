/** What a plan says of the files of a parcel. */
import { lettersOf } from '../bytes/alphabets.ts'
import { holds } from '../bytes/charset.ts'
import { type Format, FormatError, type Open } from '../format.ts'
import type { Contents } from './contents.ts'
import { FileOpening } from './reading.ts'
import { partOfFile } from './unit.ts'

const MOST_REMARKS = 8

/** What the formats of its files say, each with the name of the file. Files that cannot be read say nothing here. */
export async function parcelRemarks(
  { archive, files }: Contents,
  targets: readonly string[],
  spoken: string | undefined,
): Promise<readonly string[]> {
  const opening = new FileOpening(archive)
  const remarks: string[] = []
  const said = new Map<string, string>()
  for (const file of files) {
    if ('left' in file) continue
    const { name, format } = file
    const found = await ofReadable(async () => {
      const open = await opening.of(name, format)
      const { source } = (await format.languages?.(open())) ?? {}
      if (source !== undefined) said.set(source, said.get(source) ?? name)
      return [
        ...(await lackingLetters(format, open, targets)),
        ...((await format.remarks?.(open(), targets, spoken)) ?? []),
      ]
    })
    remarks.push(...(found ?? []).map(remark => `“${partOfFile(name)}”: ${remark}`))
  }
  const more = remarks.length - MOST_REMARKS
  return [
    ...onLanguages(said, spoken),
    ...remarks.slice(0, MOST_REMARKS),
    ...(more > 0 ? [`The plan leaves out ${more} more remarks on files in the zip.`] : []),
  ]
}

/** The languages that files of a parcel say they are in, each once, in their order. */
export async function languagesOfFiles({ archive, files }: Contents): Promise<readonly string[]> {
  const said = new Set<string>()
  const opening = new FileOpening(archive)
  for (const file of files) {
    if ('left' in file || file.format.languages === undefined) continue
    const { name, format } = file
    const found = await ofReadable(async () => await format.languages?.((await opening.of(name, format))()))
    if (found?.source !== undefined) said.add(found.source)
  }
  return [...said]
}

/** Undefined where the file cannot be read. */
async function ofReadable<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}

async function lackingLetters({ encoding }: Format, open: Open, targets: readonly string[]): Promise<string[]> {
  const charset = await encoding?.of(open())
  if (charset === undefined || !charset.startsWith('legacy:')) return []
  const lacking = targets.filter(tag => !holds(charset, lettersOf(tag)))
  if (lacking.length === 0) return []
  const name = charset.slice('legacy:'.length).toUpperCase()
  return [
    `It is ${name}, which lacks letters of ${lacking.join(', ')}: texts with such letters keep their source. Save it as UTF-8 first, or send it by itself.`,
  ]
}

function onLanguages(said: ReadonlyMap<string, string>, spoken: string | undefined): string[] {
  const main = (tag: string): string => tag.toLowerCase().split('-')[0] ?? ''
  const others = [...said].filter(([tag]) => spoken !== undefined && main(tag) !== main(spoken))
  const [first] = others
  if (first === undefined || spoken === undefined) return []
  const [tag, name] = first
  const more = others.length > 1 ? ' and others' : ''
  return [
    `“${partOfFile(name)}” says that it is in ${tag}${more}; all files in the zip are translated from ${spoken}. Leave such files out if that is wrong.`,
  ]
}
